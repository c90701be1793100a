// The scenario of scenario.py, for the TypeScript SDK of either version: node scenario.mjs CONFIG
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const require = createRequire(config.node_modules + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

async function connected() {
  const v1 = config.library === "ts1";
  const names = v1
    ? ["client/index.js", "client/streamableHttp.js", "client/stdio.js"].map((it) => "@modelcontextprotocol/sdk/" + it)
    : ["@modelcontextprotocol/client", "@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"];
  const [{ Client }, { StreamableHTTPClientTransport }, { StdioClientTransport }] = await Promise.all(names.map(load));
  const options = config.era === "auto" ? { versionNegotiation: { mode: "auto" } } : {};
  const client = new Client({ name: "ticklane-tests", version: "1" }, options);
  const [command, ...args] = config.command;
  const transport = config.url
    ? new StreamableHTTPClientTransport(new URL(config.url), {
        requestInit: { headers: { Authorization: `Bearer ${config.token}` } },
      })
    : new StdioClientTransport({ command, args, stderr: "ignore" });
  await client.connect(transport);
  return client;
}

const client = await connected();
const call = (name, args, options) =>
  config.library === "ts1"
    ? client.callTool({ name, arguments: args }, undefined, options)
    : client.callTool({ name, arguments: args }, options);

async function answer(name, args) {
  const result = await call(name, args);
  const text = result.content[0].text;
  return result.isError ? { error: text } : JSON.parse(text);
}

async function cancelled() {
  const giveUp = new AbortController();
  const waiting = call("script_status", { id, wait_s: 50 }, { signal: giveUp.signal }).then(
    () => "it was answered",
    () => "cancelled",
  );
  setTimeout(() => giveUp.abort(), 300);
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve("it went on"), 10_000)));
  const outcome = await Promise.race([waiting, late]);
  clearTimeout(timer);
  return outcome;
}

const id = config.id;
const seen = { tools: (await client.listTools()).tools.map((tool) => tool.name) };
seen.start = await answer("script_start", { source: config.source, id });
seen.watch = await answer("script_status", { id, wait_s: 20, until: "line", since_line: 0 });
await answer("script_status", { id, wait_s: 20, until: "record" });
seen.output = await answer("script_output", { id, limit: 1 });
seen.cancel = await cancelled();
seen.stop = await answer("script_stop", { id });
seen.again = await answer("script_status", { id });
seen.mistake = await answer("script_status", { id: "no-such-script" });
const uris = (await client.listResources()).resources.map((it) => it.uri);
seen.resource = uris.includes("ticklane://status")
  ? (await client.readResource({ uri: "ticklane://status" })).contents[0].text
  : null;
const prompt = (await client.listPrompts()).prompts.find((it) => it.name === "experiment");
seen.prompt = null;
if (prompt) {
  const needed = (prompt.arguments ?? []).filter((it) => it.required).map((it) => [it.name, "how far does a block fall"]);
  const got = await client.getPrompt({ name: "experiment", arguments: Object.fromEntries(needed) });
  seen.prompt = got.messages[0].content.text;
}
console.log(JSON.stringify(seen));
await client.close();
process.exit(0);
