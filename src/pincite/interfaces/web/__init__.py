"""The web pages: rendered here, little script, no build step; each works as plain forms and links where script is off.

To add a page: routes in a module of this folder (`routes(frame, …) -> list[Route]`), a template that extends `base.html.j2`, its words
in `words/<language>.<page>.yaml` (all five; a section of its own), script and style as files of `static/` named by the template's
`static("name")`, and a line in `navigation.tsv`. Nothing inline: the policy of the pages forbids it.
"""
