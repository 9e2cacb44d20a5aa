"""Invented British documents in the publishers' real formats. No act, instrument, court or party here exists."""

from __future__ import annotations

import random
import re

__all__ = ["clml", "commentary", "judgment", "mutated", "section"]


def clml(
    body: str,
    *,
    attributes: str = 'RestrictExtent="E+W+S+N.I." RestrictStartDate="2031-04-01"',
    meta: str = "",
    status: str = "revised",
    identifier: str = "http://www.legislation.gov.uk/ukpga/2030/77",
    iduri: str = "http://www.legislation.gov.uk/id/ukpga/2030/77",
    title: str = "Lanterns (Night Fishing) Act 2030",
    kind: str = "UnitedKingdomPublicGeneralAct",
    category: str = "primary",
    prelims: str = "",
    after: str = "",
) -> bytes:
    """An act in CLML; `body` is what stands in `Body`, `after` what follows the act itself."""
    holder, block = ("Primary", "Primary") if category == "primary" else ("Secondary", "Secondary")
    uri = f'DocumentURI="{identifier}" IdURI="{iduri}"' if iduri else ""
    dates = {
        "primary": '<ukm:EnactmentDate Date="2030-11-30"/>',
        "secondary": '<ukm:Made Date="2030-11-30"/><ukm:Laid Date="2030-12-01"/>',
    }[category]
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" {uri} SchemaVersion="1.0" {attributes}>
<ukm:Metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/" xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata">
<dc:identifier>{identifier}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>en</dc:language>
{meta}
<ukm:{block}Metadata><ukm:DocumentClassification><ukm:DocumentCategory Value="{category}"/><ukm:DocumentMainType Value="{kind}"/>
<ukm:DocumentStatus Value="{status}"/><ukm:DocumentMinorType Value="regulation"/></ukm:DocumentClassification>
<ukm:Year Value="2030"/><ukm:Number Value="77"/>{dates}</ukm:{block}Metadata>
</ukm:Metadata>
<{holder}>{prelims}
<Body>{body}</Body>
</{holder}>
{after}
</Legislation>
""".encode()


def section(content: str, *, number: str = "4", attributes: str = "", title: str = "Lanterns") -> str:
    """A section with its heading; `content` stands in its `P1para`."""
    return (
        f"<P1group {attributes}>\n  <Title>{title}</Title>\n"
        f'  <P1 id="section-{number}">\n    <Pnumber>{number}</Pnumber>\n    <P1para>{content}</P1para>\n  </P1>\n</P1group>'
    )


def commentary(note_id: str, kind: str, text: str) -> str:
    """A commentary, as it stands in `Commentaries`."""
    return f'<Commentary id="{note_id}" Type="{kind}"><Para>\n  <Text>{text}</Text>\n</Para></Commentary>'


def judgment(
    body: str,
    *,
    uri: str = "https://caselaw.nationalarchives.gov.uk/id/ewca/civ/2031/77",
    date: str = "2031-05-06",
    cite: str = "[2031] EWCA Civ 77",
    name: str = "Lampwright v Board of Lanterns",
    after: str = "",
) -> bytes:
    """A judgment as Find Case Law publishes it; `body` is what stands in `decision`."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="https://caselaw.nationalarchives.gov.uk/akn" xmlns:html="http://www.w3.org/1999/xhtml">
<judgment name="judgment"><meta><identification source="#tna">
<FRBRWork><FRBRthis value="{uri}"/><FRBRuri value="{uri}"/><FRBRdate date="{date}" name="judgment"/><FRBRname value="{name}"/></FRBRWork>
<FRBRExpression><FRBRuri value="{uri.replace("/id/", "/")}"/><FRBRdate date="{date}" name="judgment"/><FRBRlanguage language="eng"/></FRBRExpression>
</identification><proprietary source="#"><uk:court>EWCA-Civil</uk:court><uk:cite>{cite}</uk:cite><uk:parser>9.9.9</uk:parser></proprietary>
<presentation source="#"><html:style>#judgment .Quote {{ margin: 1in }}</html:style></presentation></meta>
<header><p class="CoverText">Neutral Citation Number: <neutralCitation>{cite}</neutralCitation></p>
<p>Case No: <docketNumber>CA-2031-000001</docketNumber></p>
<p><courtType refersTo="#ewca-civil">IN THE COURT OF APPEAL (CIVIL DIVISION)</courtType></p>
<p>Date: <docDate date="2031-05-06" refersTo="#judgment">6 May 2031</docDate></p>
<table><tr><td><p><party as="#claimant" refersTo="#l">LUCY LAMPWRIGHT</party></p></td><td><p><role refersTo="#claimant">Claimant</role></p></td></tr>
<tr><td><p><party as="#defendant" refersTo="#b">BOARD OF LANTERNS</party></p></td><td><p>Defendant</p></td></tr></table></header>
<judgmentBody><decision>{body}</decision></judgmentBody>{after}</judgment>
</akomaNtoso>
""".encode()


def mutated(data: bytes, random_: random.Random) -> bytes:
    """A file with one to four random changes: attributes dropped or swapped, elements renamed, a byte replaced."""
    for _ in range(random_.randint(1, 4)):
        tags = [m.group(1) for m in re.finditer(rb"<([A-Za-z0-9]+)[ >/]", data)] or [b"P"]
        attributes = list(re.finditer(rb' [A-Za-z:]+="([^"]*)"', data))
        choice = random_.randrange(4)
        if choice == 0 and attributes:
            found = random_.choice(attributes)
            data = data[: found.start()] + data[found.end() :]
        elif choice == 1 and attributes:
            one, other = random_.choice(attributes), random_.choice(attributes)
            data = data[: one.start(1)] + other[1] + data[one.end(1) :]
        elif choice == 2:
            data = re.sub(rb"<(/?)" + random_.choice(tags) + rb"(?=[ >/])", rb"<\1" + random_.choice(tags), data)
        else:
            at = random_.randrange(len(data))
            data = data[:at] + bytes([random_.randrange(256)]) + data[at + 1 :]
    return data
