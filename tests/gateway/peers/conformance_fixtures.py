"""What the conformance suite calls by name: tools, resources and prompts beside ours, served by our own stack."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import mcp_types as types
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.prompts import Message
from fastmcp.tools.function_tool import FunctionTool
from fastmcp.utilities.types import Audio, Image
from mcp.server.subscriptions import PromptsListChanged, SubscriptionBus, ToolsListChanged
from mcp.shared.exceptions import MCPError

__all__ = ["add_fixtures"]

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8BQDwAEgAF/pooBPQAAAABJRU5ErkJggg=="
)
WAV = b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x44\xac\0\0\x88\x58\1\0\2\0\x10\0data\2\0\0\0\0\0"
MISSING_CAPABILITY = -32021
FIXTURE = "Only for the conformance suite"

ECHO_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def add_fixtures(mcp: FastMCP[Any], bus: SubscriptionBus) -> None:
    """Register everything both requirement lists ask for, but what we have; changes are told on our own bus."""
    _add_contents(mcp)
    _add_telling(mcp)
    _add_asking(mcp)
    _add_input_required(mcp)
    _add_resources(mcp)
    _add_prompts(mcp)
    _add_triggers(mcp, bus)


def _text_resource(uri: str, text: str, mime_type: str = "text/plain") -> types.EmbeddedResource:
    contents = types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return types.EmbeddedResource(type="resource", resource=contents)


def _image() -> types.ImageContent:
    return types.ImageContent(type="image", data=base64.b64encode(PNG).decode(), mime_type="image/png")


def _add_contents(mcp: FastMCP[Any]) -> None:
    @mcp.tool(description=FIXTURE)
    async def test_simple_text() -> str:
        return "plain text"

    @mcp.tool(description=FIXTURE)
    async def test_image_content() -> Image:
        return Image(data=PNG, format="png")

    @mcp.tool(description=FIXTURE)
    async def test_audio_content() -> Audio:
        return Audio(data=WAV, format="wav")

    @mcp.tool(description=FIXTURE)
    async def test_embedded_resource() -> list[types.EmbeddedResource]:
        return [_text_resource("test://embedded-resource", "embedded")]

    @mcp.tool(description=FIXTURE)
    async def test_multiple_content_types() -> list[Any]:
        text = types.TextContent(type="text", text="and more:")
        return [text, _image(), _text_resource("test://mixed-content-resource", '{"n":1}', "application/json")]

    @mcp.tool(description=FIXTURE)
    async def test_error_handling() -> str:
        raise ToolError("an error on purpose")

    async def json_schema_2020_12_tool(name: str = "", address: dict[str, Any] | None = None) -> str:
        return json.dumps({"name": name, "address": address})

    mcp.add_tool(
        FunctionTool(
            fn=json_schema_2020_12_tool,
            name="json_schema_2020_12_tool",
            description="A schema with much of JSON Schema 2020-12",
            parameters=ECHO_SCHEMA,
        )
    )


def _add_telling(mcp: FastMCP[Any]) -> None:
    @mcp.tool(description=FIXTURE)
    async def test_tool_with_logging(ctx: Context) -> str:
        for text in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            await ctx.info(text)
            await asyncio.sleep(0.05)  # the suite wants them apart
        return "logged"

    @mcp.tool(description=FIXTURE)
    async def test_logging_tool(ctx: Context) -> str:
        await ctx.info("only for who asked for logs")
        return "logged"

    @mcp.tool(description=FIXTURE)
    async def test_tool_with_progress(ctx: Context) -> str:
        for done in (0, 50, 100):
            await ctx.report_progress(done, 100)
            await asyncio.sleep(0.05)
        return "done"

    @mcp.tool(description=FIXTURE)
    async def test_reconnection(ctx: Context) -> str:
        close = getattr(ctx, "close_sse_stream", None)
        if close is not None:
            await close()
        await asyncio.sleep(0.2)
        return "after the stream was closed"


def _add_asking(mcp: FastMCP[Any]) -> None:
    @mcp.tool(description=FIXTURE)
    async def test_sampling(prompt: str, ctx: Context) -> str:
        message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text=prompt))
        result = await ctx.session.create_message([message], max_tokens=100, related_request_id=ctx.request_id)
        return f"LLM response: {getattr(result.content, 'text', '')}"

    async def ask(ctx: Context, message: str, properties: dict[str, Any], required: list[str]) -> str:
        schema = {"type": "object", "properties": properties, "required": required}
        result = await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id)
        return f"Elicitation completed: action={result.action}, content={json.dumps(result.content or {})}"

    @mcp.tool(description=FIXTURE)
    async def test_elicitation(message: str, ctx: Context) -> str:
        text = {"type": "string", "description": "what the user says"}
        return await ask(ctx, message, {"username": text, "email": text}, ["username", "email"])

    @mcp.tool(description=FIXTURE)
    async def test_elicitation_sep1034_defaults(ctx: Context) -> str:
        properties = {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": True},
        }
        return await ask(ctx, "Is this right?", properties, [])

    @mcp.tool(description=FIXTURE)
    async def test_elicitation_sep1330_enums(ctx: Context) -> str:
        plain = ["option1", "option2", "option3"]
        titled = [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]
        properties = {
            "untitledSingle": {"type": "string", "enum": plain},
            "titledSingle": {"type": "string", "oneOf": titled},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled}},
        }
        return await ask(ctx, "Which?", properties, [])


def _elicit(message: str, **properties: str) -> types.ElicitRequest:
    schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in properties.items()},
        "required": list(properties),
    }
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def _sample(text: str, max_tokens: int = 100) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(messages=[message], max_tokens=max_tokens)
    )


def _required(requests: dict[str, Any], state: str | None = None) -> types.InputRequiredResult:
    return types.InputRequiredResult(result_type="input_required", input_requests=requests, request_state=state)


def _content(answer: Any, field: str) -> Any:
    content = getattr(answer, "content", None)
    return content.get(field) if isinstance(content, dict) else None


def _add_input_required(mcp: FastMCP[Any]) -> None:
    def answered(ctx: Context, key: str) -> Any:
        return (ctx.input_responses or {}).get(key)

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_elicitation(ctx: Context) -> Any:
        name = _content(answered(ctx, "user_name"), "name")
        if isinstance(name, str):
            return f"Hello, {name}!"
        return _required({"user_name": _elicit("What is your name?", name="string")})

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_sampling(ctx: Context) -> Any:
        answer = answered(ctx, "capital_question")
        if answer is not None:
            return getattr(answer.content, "text", "no text")
        return _required({"capital_question": _sample("What is the capital of France?")})

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_list_roots(ctx: Context) -> Any:
        answer = answered(ctx, "client_roots")
        if answer is not None:
            return ", ".join(str(root.uri) for root in answer.roots)
        return _required({"client_roots": types.ListRootsRequest()})

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_request_state(ctx: Context) -> Any:
        if answered(ctx, "confirm") is not None:
            return "state-ok" if ctx.request_state == "confirm" else "another state"
        return _required({"confirm": _elicit("Please confirm", ok="boolean")}, "confirm")

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_tampered_state(ctx: Context) -> Any:
        if ctx.request_state is not None:
            return ctx.request_state  # a state that was tampered with never gets here
        return _required({"confirm": _elicit("Please confirm", ok="boolean")}, "confirm")

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_multiple_inputs(ctx: Context) -> Any:
        wanted = {
            "user_name": _elicit("What is your name?", name="string"),
            "greeting": _sample("Generate a greeting", 50),
            "client_roots": types.ListRootsRequest(),
        }
        if wanted.keys() <= (ctx.input_responses or {}).keys():
            return f"all of it, {ctx.request_state}"
        return _required(wanted, "several")

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_multi_round(ctx: Context) -> Any:
        if answered(ctx, "step2") is not None:
            return f"done after {ctx.request_state}"
        if answered(ctx, "step1") is not None:
            return _required({"step2": _elicit("Step 2: What is your favorite color?", color="string")}, "2")
        return _required({"step1": _elicit("Step 1: What is your name?", name="string")}, "1")

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_input_required_result_capabilities(ctx: Context) -> Any:
        if ctx.input_responses:
            return "thank you"
        requests: dict[str, Any] = {}
        if ctx.session.check_client_capability(types.ClientCapabilities(sampling=types.SamplingCapability())):
            requests["sampled"] = _sample("Say hello")
        if ctx.session.check_client_capability(types.ClientCapabilities(elicitation=types.ElicitationCapability())):
            requests["asked"] = _elicit("Hello?", hello="string")
        return _required(requests)

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_streaming_elicitation(ctx: Context) -> Any:
        await ctx.report_progress(1, 2)
        return _required({"asked": _elicit("Hello?", hello="string")})

    @mcp.tool(description=FIXTURE, output_schema=None)
    async def test_missing_capability(ctx: Context) -> Any:
        if not ctx.session.check_client_capability(types.ClientCapabilities(sampling=types.SamplingCapability())):
            needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(code=MISSING_CAPABILITY, message="this needs sampling", data=needed)
        return "it is there"


def _add_resources(mcp: FastMCP[Any]) -> None:
    @mcp.resource("test://static-text", mime_type="text/plain")
    async def static_text() -> str:
        return "text that stays"

    @mcp.resource("test://static-binary", mime_type="image/png")
    async def static_binary() -> bytes:
        return PNG

    @mcp.resource("test://template/{id}/data", mime_type="application/json")
    async def template(id: str) -> str:
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})

    @mcp.resource("test://watched-resource", mime_type="text/plain")
    async def watched() -> str:
        return "watched"


def _add_prompts(mcp: FastMCP[Any]) -> None:
    @mcp.prompt(description=FIXTURE)
    async def test_simple_prompt() -> str:
        return "a simple prompt"

    @mcp.prompt(description=FIXTURE)
    async def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        return f"arg1='{arg1}', arg2='{arg2}'"

    @mcp.prompt(description=FIXTURE)
    async def test_prompt_with_embedded_resource(resourceUri: str) -> list[Message]:  # noqa: N803 - the suite's name
        return [Message(_text_resource(resourceUri, "embedded")), Message("Read it.")]

    @mcp.prompt(description=FIXTURE)
    async def test_prompt_with_image() -> list[Message]:
        return [Message(_image()), Message("Look at it.")]

    @mcp.prompt(description=FIXTURE)
    async def test_input_required_result_prompt(ctx: Context) -> Any:
        context = _content((ctx.input_responses or {}).get("user_context"), "context")
        if context is not None:
            return f"In the context of {context}."
        return _required({"user_context": _elicit("What context should the prompt use?", context="string")})


def _add_triggers(mcp: FastMCP[Any], bus: SubscriptionBus) -> None:
    @mcp.tool(description=FIXTURE)
    async def test_trigger_tool_change() -> str:
        @mcp.tool(name="test_added", description=FIXTURE)
        async def added() -> str:
            return "new"

        await bus.publish(ToolsListChanged())
        return "changed"

    @mcp.tool(description=FIXTURE)
    async def test_trigger_prompt_change() -> str:
        @mcp.prompt(name="test_added_prompt", description=FIXTURE)
        async def added() -> str:
            return "new"

        await bus.publish(PromptsListChanged())
        return "changed"
