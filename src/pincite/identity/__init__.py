"""What a piece of law is called: works, expressions and places, by the publishers' own ids (design: references).

Keeps true: a raw string never passes for an id; an id parses and prints to itself.
"""
