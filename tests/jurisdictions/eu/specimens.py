"""Invented acts of the Union in the publisher's real formats. No act here exists."""

from __future__ import annotations

__all__ = ["INSTRUCTIONS", "cons_formex", "cons_page", "oj_formex", "oj_page", "old_page", "points", "ranged"]

TITLE = """<TITLE><TI><P><HT TYPE="UC">Regulation (EU)</HT> 2031/9001 <HT TYPE="UC">of the European Parliament and of the Council</HT></P>
<P>of <DATE ISO="20310227">27 February 2031</DATE></P><P>on lanterns (General Lantern Regulation)</P><P>(Text with EEA relevance)</P></TI></TITLE>"""

ARTICLES = """<DIVISION><TITLE><TI><P><HT TYPE="ITALIC">CHAPTER I</HT></P></TI><STI><P><HT TYPE="BOLD">Light</HT></P></STI></TITLE>
<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><STI.ART>Scope</STI.ART>
<PARAG IDENTIFIER="001.001"><NO.PARAG>1.</NO.PARAG><ALINEA><P>This Regulation applies to:</P><LIST TYPE="alpha">
<ITEM><NP><NO.P>(a)</NO.P><TXT>lanterns;</TXT></NP></ITEM>
<ITEM><NP><NO.P>(b)</NO.P><TXT>wicks that are:</TXT><P><LIST TYPE="roman"><ITEM><NP><NO.P>(i)</NO.P><TXT>dry; or</TXT></NP></ITEM>
<ITEM><NP><NO.P>(ii)</NO.P><TXT>oiled.</TXT></NP></ITEM></LIST></P></NP></ITEM></LIST></ALINEA>
<ALINEA>Point (b) does not apply to candles.</ALINEA></PARAG>
<PARAG IDENTIFIER="001.002"><NO.PARAG>2.</NO.PARAG><ALINEA>It protects the night.</ALINEA></PARAG></ARTICLE></DIVISION>"""

INSTRUCTIONS = """<?CLG.MDFO ID="O{0}" IDREF="C{0}" ACTION="{1}" LEVEL="STRUCTURE" COMMAND="EXPLICIT" ACTIVE.DOC="{2}" ACTIVE.LOC="{3}" MOD.LEVEL="1"?>{4}<?CLG.MDFC ID="C{0}" IDREF="O{0}"?>"""


def ranged(content: str, action: str, act: str = "32035L0007", place: str = "AR:1;PT:2;PT:b", key: str = "001") -> str:
    """Content between the instructions with which the publisher marks an amendment."""
    return INSTRUCTIONS.format(key, action, act, place, content)


def cons_formex(
    terms: str = ARTICLES,
    *,
    preamble: str = "<PREAMBLE><PREAMBLE.INIT/><PREAMBLE.FINAL/></PREAMBLE>",
    annexes: str = "",
    language: str = "EN",
    state: str = "20330401",
    ends: str = "99999999",
) -> bytes:
    """A consolidated state as Formex."""
    return f"""<?xml version="1.0" encoding="utf-8"?><CONS.ACT xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://formex.publications.europa.eu/schema/formex-06.02.1-20231031.xd"><INFO.CONSLEG CONSLEG.DATE="20330301" CONSLEG.REF="2031R9001" DATE.LAST.MOD="20330201" END="NONE" END.DATE="{ends}" LEG.VAL="REG" PROD.SEQ="002.001.0" START.DATE="{state}"/><INFO.PROD PROD.DATE="20330301" PROD.SYSTEM="CONSLEG.NEW" PRODUCER="ES"/><CONS.DOC><BIB.INSTANCE><DOCUMENT.REF FILE="CL2031R9001.doc.xml"><LG.OJ>{language}</LG.OJ><PAGE.FIRST>1</PAGE.FIRST></DOCUMENT.REF><DATE ISO="{state}">{state}</DATE><LG.DOC>{language}</LG.DOC></BIB.INSTANCE><FAM.COMP LEG.VAL="REG"><BIB.DATA><BIB.INSTANCE.CONS><DOCUMENT.REF.CONS><COLL>L</COLL><NO.OJ>077</NO.OJ><YEAR>2031</YEAR><LG.OJ>EN</LG.OJ><PAGE.FIRST>12</PAGE.FIRST></DOCUMENT.REF.CONS><DATE ISO="20310305">20310305</DATE></BIB.INSTANCE.CONS><NO.CELEX>32031R9001</NO.CELEX><DATE ISO="20310227">20310227</DATE></BIB.DATA><GR.MOD.ACT><MOD.ACT EXISTS="YES"><BIB.DATA><NO.CELEX>32035L0007</NO.CELEX></BIB.DATA></MOD.ACT></GR.MOD.ACT></FAM.COMP>{TITLE}{preamble}<ENACTING.TERMS>{terms}</ENACTING.TERMS>{annexes}</CONS.DOC></CONS.ACT>""".encode()


def oj_formex(terms: str = ARTICLES, *, number: str = "9001", title: str = TITLE, final: str = "") -> bytes:
    """An act of the Official Journal as Formex."""
    return f"""<?xml version="1.0" encoding="utf-8"?><ACT xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://formex.publications.europa.eu/schema/formex-06.02.1-20231031.xd"><BIB.INSTANCE><DOCUMENT.REF FILE="L_2031077EN.doc.xml"><COLL>L</COLL><NO.OJ>077</NO.OJ><YEAR>2031</YEAR><LG.OJ>EN</LG.OJ><PAGE.FIRST>12</PAGE.FIRST></DOCUMENT.REF><DATE ISO="20310227">20310227</DATE><LG.DOC>EN</LG.DOC><NO.DOC FORMAT="YN" TYPE="OJ"><NO.CURRENT>{number}</NO.CURRENT><YEAR>2031</YEAR><COM>EU</COM></NO.DOC></BIB.INSTANCE>{title}<PREAMBLE><PREAMBLE.INIT>THE COUNCIL OF LANTERNS,</PREAMBLE.INIT><GR.VISA><VISA>Having regard to the night,</VISA><VISA>Having regard to the opinion of the moths<NOTE NOTE.ID="E0001" NUMBERING="ARAB" TYPE="FOOTNOTE"><P>OJ C 5, <DATE ISO="20300102">2.1.2030</DATE>, p. 3.</P></NOTE>,</VISA></GR.VISA><GR.CONSID><GR.CONSID.INIT>Whereas:</GR.CONSID.INIT><CONSID><NP><NO.P>(1)</NO.P><TXT>Nights are dark.</TXT></NP></CONSID><CONSID><NP><NO.P>(2)</NO.P><TXT>Lanterns help.</TXT></NP></CONSID></GR.CONSID><PREAMBLE.FINAL>HAS ADOPTED THIS REGULATION:</PREAMBLE.FINAL></PREAMBLE><ENACTING.TERMS>{terms}</ENACTING.TERMS>{final or '<FINAL><P>This Regulation shall be binding.</P><SIGNATURE><PL.DATE><P>Done at Nowhere, <DATE ISO="20310227">27 February 2031</DATE>.</P></PL.DATE><SIGNATORY><P>The President</P><P>A. <HT TYPE="UC">Moth</HT></P></SIGNATORY></SIGNATURE></FINAL>'}</ACT>""".encode()


def points(*pairs: tuple[str, str]) -> str:
    """Points as the Official Journal's pages have them: a two-column table each."""
    return "".join(
        f'<table width="100%" border="0"><col width="4%"/><col width="96%"/><tbody><tr><td valign="top"  ><p class="oj-normal">{label}</p></td>'
        f'<td valign="top"  >{body if body.startswith("<") else f"""<p class="oj-normal">{body}</p>"""}</td></tr></tbody></table>'
        for label, body in pairs
    )


OJ_ARTICLES = f"""<div id="cpt_I"><p id="d1e9" class="oj-ti-section-1"><span class="oj-italic">CHAPTER I</span></p>
<div class="eli-title" id="cpt_I.tit_1"><p class="oj-ti-section-2"><span class="oj-bold">Light</span></p></div>
<div class="eli-subdivision" id="art_1"><p class="oj-ti-art">Article 1</p><div class="eli-title" id="art_1.tit_1"><p class="oj-sti-art">Scope</p></div>
<div id="001.001"><p class="oj-normal">1.\u00a0\u00a0\u00a0This Regulation applies to:</p>{points(("(a)", "lanterns;"), ("(b)", '<p class="oj-normal">wicks that are:</p>' + points(("(i)", "dry; or"), ("(ii)", "oiled."))))}
<p class="oj-normal">Point (b) does not apply to candles.</p></div>
<div id="001.002"><p class="oj-normal">2.\u00a0\u00a0\u00a0It protects the night.</p></div></div></div>"""


def oj_page(
    terms: str = OJ_ARTICLES,
    *,
    title: str = "REGULATION (EU) 2031/9001 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL",
    dated: str = "of 27 February 2031",
    notes: str = "",
    annexes: str = "",
    language: str = "EN",
) -> bytes:
    """An act of the Official Journal as a page."""
    return f"""<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML//EN" "xhtml-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><!-- CONVEX # converter_version:9.16.1 # generated_on:20310306-1200 # ELI version:0.2 --><head>
      <meta http-equiv="content-type" content="text/html; charset=utf-8"/><title>L_2031077{language}.01001201.xml</title></head>
   <body><table width="100%" border="0"><tbody><tr><td><p class="oj-hd-date">5.3.2031\u00a0\u00a0 </p></td><td><p class="oj-hd-lg">{language}</p></td><td><p class="oj-hd-ti">Official Journal of the European Union</p></td><td><p class="oj-hd-oj">L 77/12</p></td></tr></tbody></table><hr class="oj-separator"/>
<div class="eli-container"><div class="eli-main-title" id="tit_1"><p class="oj-doc-ti" id="d1e40">
            {title}
         </p><p class="oj-doc-ti">{dated}
         </p><p class="oj-doc-ti">on lanterns (General Lantern Regulation)</p></div>
<div class="eli-subdivision" id="pbl_1"><p class="oj-normal">THE COUNCIL OF LANTERNS,</p><div class="eli-subdivision" id="cit_1"><p class="oj-normal">Having regard to the opinion of the moths <a id="ntc1-L_2031077" href="#ntr1-L_2031077"
                     >(<span class="oj-super oj-note-tag">1</span>)</a>,</p></div><p class="oj-normal">Whereas:</p>
<div class="eli-subdivision" id="rct_1">{points(("(1)", "Nights are dark."))}</div><p class="oj-normal">HAVE ADOPTED THIS REGULATION:</p></div>
<div class="eli-subdivision" id="enc_1">{terms}</div><div class="eli-subdivision" id="fnp_1"><div class="oj-final"><p class="oj-normal">This Regulation shall be binding.</p></div></div>
<hr class="oj-note"/><p class="oj-note"><a id="ntr1-L_2031077" href="#ntc1-L_2031077">(<span class="oj-super">1</span>)</a>\u00a0\u00a0<a href="http://example.org/">OJ C 5, 2.1.2030, p. 3</a>.</p>{notes}</div>{annexes}<p class="oj-normal">ISSN 0000-0000 (electronic edition)</p></body></html>""".encode()


CONS_ARTICLES = """<div id="cpt_I"><p class="title-division-1"><span class="italics">CHAPTER I</span></p><p class="title-division-2"><span class="boldface">Light</span></p>
<div class="eli-subdivision" id="art_1"><p class="title-article-norm">Article 1</p><div class="eli-title" id="art_1.tit_1"><p class="stitle-article-norm">Scope</p></div>
<p class="modref"><a href="http://example.org/32035L0007" title="32035L0007: REPLACED">▼M1</a></p>
<div class="norm"><span class="no-parag">1.\u00a0\u00a0</span><div class="norm inline-element"><p class="norm inline-element">This Regulation applies to:</p>
<div class="grid-container grid-list"><div class="list grid-list-column-1"><span>(a) </span></div><div class="grid-list-column-2"><p class="norm">lanterns;</p></div></div>
<p class="modref"><a href="http://example.org/32035L0007" title="32035L0007: DELETED">▼M1</a> —————</p>
<p class="modref"><a href="http://example.org/32031R9001" title="32031R9001">▼B</a></p>
<div class="grid-container grid-list"><div class="list grid-list-column-1"><span>(c) </span></div><div class="grid-list-column-2"><p class="norm">wicks (<a href="#E0001" id="src.E0001"><span class="superscript">1</span></a>).</p></div></div></div></div>
<p class="norm">Point (c) does not apply to candles.</p>
<div class="norm"><span class="no-parag">2.\u00a0\u00a0</span><div class="norm inline-element"><span><a href="http://example.org/c" title="32031R9001R(02): REPLACED"><span class="boldface">►C1</span></a></span> It protects the night<span class="boldface"> ◄ </span>, always.</div></div>
</div></div>"""


def cons_page(terms: str = CONS_ARTICLES, *, reference: str = "02031R9001 — EN — 01.04.2033 — 002.001") -> bytes:
    """A consolidated state as a page."""
    return f"""
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML//EN" "xhtml-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<!-- CONVEX # converter_version:9.17.0 # generated_on:20330402-1508 -->
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>Consolidated TEXT: 32031R9001</title></head>
<body><p class="reference">{reference}</p><hr class="separator"/><p class="disclaimer">This text is meant purely as a documentation tool and has no legal effect.</p>
<table width="100%"><tr><td><p class="arrow"><a href="http://example.org/m" title="32035L0007">►M1</a></p></td><td><p class="title-fam-member">DIRECTIVE (EU) 2035/7</p></td></tr></table>
<div class="eli-container"><p class="arrow"><a href="http://example.org/b" title="32031R9001">▼B</a></p><div class="eli-main-title" id="tit_1"><p class="title-doc-first">REGULATION (EU) 2031/9001</p><p class="title-doc-last">on lanterns</p></div>
<div class="eli-subdivision" id="enc_1">{terms}</div></div>
<hr class="separator-short"/><p class="footnote">(<a href="#src.E0001" id="E0001"><span class="superscript">1</span></a>) See the moths (OJ C 5, p. 3).</p></body></html>""".encode()


def old_page() -> bytes:
    """An act on a page of EUR-Lex without subdivisions."""
    return b"""<html><body><p class="doc-ti">COUNCIL REGULATION (EC) No 4711/2003</p><p class="doc-ti">of 3 May 2003</p>
<p class="doc-ti">on the marking of lanterns</p><p class="ti-section-1">CHAPTER I</p><p class="ti-art">Article 1</p>
<p class="sti-art">Scope</p><p class="normal">1. Lanterns shall be white.</p><p class="normal">2. They shall:</p>
<table><tr><td><p>(a)</p></td><td><p>burn;</p></td></tr></table><p class="ti-art">Article 2</p><p>It applies.</p></body></html>"""
