"""Clients of language models: OpenAI's chat protocol (spoken by many servers), Anthropic's messages, Ollama's own.

`transport` sends one request and tries once more, `openai`, `anthropic` and `ollama` say how each protocol writes what
`judging.language_model` defines, `choose` makes the client that a name such as `ollama:qwen3` stands for.
"""
