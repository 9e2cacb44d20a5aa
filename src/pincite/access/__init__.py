"""Who may do what: tenants and matters, persons and their roles, API tokens, sessions, claims of an identity provider.

Values and rules only; what keeps them lies in `storage.sqlite.access` and `storage.postgres.access`, the door in `interfaces.http`.
"""
