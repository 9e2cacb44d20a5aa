"""The MCP server: the corpus, chats, answers, the verifier and receipts as tools, resources and prompts.

`offered` reads what is offered from data; `engine` holds what it runs on; `toolset` does the calls, one workflow each
(`reading`, `checking`, `chats`); `server` speaks the protocol by the official SDK and is the only module that needs it.
"""
