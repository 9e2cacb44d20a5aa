"""Invented Hong Kong documents in the publishers' real formats. No court, party or ordinance here exists."""

from __future__ import annotations

import json

__all__ = ["hklm", "lrs", "record"]

HEAD = """





<!DOCTYPE html>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
    "http://www.w3.org/TR/html4/loose.dtd">
<html lang="en">
<head><meta name="viewport" content="width=device-width">
<style>@media (max-width: 600px) { td p { padding:3px !important } }</style><script type="text/javascript">
<!--
parent.document.title=window.document.title.replace("XCHRX","");
-->
</script>
<META NAME="robots" CONTENT="noindex,nofollow">
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>%(file)s</title>
</head>
<body><table width="100%%" border="0"><OBJECT ID="WebBrowser1" style="display:none" WIDTH=0></OBJECT><form name=search_body><tr><td><input type=hidden name=TKCOUNT value='1'>
"""
TITLE_PAGE = """<p style="text-align:right">CACC 9001/2031, [2032] HKCA 77</p>
<p style="text-align:right">On Appeal From <a href="https://example.org/ncn">[2031] HKCFI 4</a></p>
<p style="text-align:center"><b>COURT OF APPEAL</b></p>
<p style="text-align:center">CRIMINAL APPEAL NO 9001 OF 2031</p>
<p style="text-align:center">(ON APPEAL FROM HCCC NO 5 OF 2030)</p>
<p style="text-align:center">________________________</p>
<parties><div style="overflow-x:auto:">
<table width="100%"><tr><td>&nbsp;</td><td>HKSAR</td><td>Respondent</td></tr>
<tr><td></td><td>and</td><td></td></tr><tr><td></td><td>Ferdinand Fiction (方文生)</td><td>Applicant</td></tr></table></div></parties>
<p style="text-align:center">________________________</p>
<coram><table><tr><td>Before: </td><td>Hon Nobody VP in Court</td></tr></table></coram>
<date><table><tr><td>Date of Hearing:&nbsp;</td><td>3 March 2032</td></tr>
<tr><td>Date of Judgment:&nbsp;</td><td>17 March 2032</td></tr></table></date>
<p style="text-align:center">________________________</p>
<p style="text-align:center">J U D G M E N T</p>
<p style="text-align:center">________________________</p><br />
"""
BODY = """<p><a name="p1" class="para" id="p1">1.</a>&nbsp;&nbsp;The applicant sold clouds<a href="#_ftn1" name="_ftnref1" id="_ftnref1">[1]</a> without a licence.</p>
<p class="heading">The respondent’s submissions</p>
<p><a name="p2" class="para" id="p2">2.</a>&nbsp;&nbsp;Mr Nemo relied on the following passage:</p>
<blockquote><p class="quote">“36. Clouds are not goods.</p><p>37. Nor is rain.”</p></blockquote>
<p class="heading"><i>Discussion</i></p>
<p><a name="p3" class="para" id="p3">3.</a>&nbsp;&nbsp;Two things are to be said:</p>
<blockquote><p>(i)&nbsp;&nbsp;clouds float;</p><p>(ii)&nbsp;&nbsp;rain falls.</p></blockquote>
<p>So much is plain.</p>
<p>&nbsp;</p>
<table><tr><td></td><td>(A Nobody)<br />Vice President</td></tr></table>
<representation><p>Mr N Nemo, of the Department of Weather, for the Respondent</p></representation>
<div><br clear="all" /><hr size="1" />
<p><a href="#_ftnref1" name="_ftn1" id="_ftn1">[1]</a>&nbsp;&nbsp;Cumulus only.</p>
<p>They were small.</p></div>
"""
FOOT = """<p>&nbsp;</p></td></tr></form></table></body></html>
<script>
document.addEventListener('DOMContentLoaded', () => { const name = window.location.hash.slice(1) })
</script>
"""


def lrs(
    body: str = BODY, *, title_page: str = TITLE_PAGE, file: str = "CACC9001/2031 HKSAR v. FERDINAND FICTION"
) -> bytes:
    """A judgment page of the Legal Reference System."""
    return (HEAD % {"file": file} + title_page + body + FOOT).encode()


def record(text: str, **fields: str) -> bytes:
    """A collector's record; escapes are JSON's own (non-ASCII stands as it is)."""
    return json.dumps({"_id": "x", "text": text, **fields}, ensure_ascii=False).encode()


def hklm(
    main: str,
    *,
    language: str = "en",
    root: str = "ordinance",
    chapter: str = "9999",
    date: str = "2031-05-01",
    status: str = "In effect",
) -> bytes:
    """A chapter of e-Legislation: `main` is the content of its element `main`."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><{root} xmlns="http://www.xml.gov.hk/schemas/hklm/1.0" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xml:lang="{language}"><meta><docName>Cap. {chapter}</docName>'
        f"<docType>cap</docType><docNumber>{chapter}</docNumber><docStatus>{status}</docStatus>"
        f"<dc:identifier>/hk/cap{chapter}!{language}</dc:identifier><dc:date>{date}</dc:date></meta>"
        f'<main xml:lang="{language}">{main}</main></{root}>'
    ).encode()
