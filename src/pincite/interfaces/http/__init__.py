"""The HTTP door: one application that the API, the pages, the MCP server and users' identities are put together in.

`app` is the factory (its docstring says how a router and an identity are plugged in); `principal` says who calls; `problems` what
went wrong (RFC 9457); `guard` and `limits` stand before everything; `local` is the identity of a single user on this machine.
"""
