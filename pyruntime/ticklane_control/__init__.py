"""The control protocol's Python side: messages, frames, how a game is found, a blocking and an asyncio client."""
