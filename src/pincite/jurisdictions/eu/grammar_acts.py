"""Acts of the Union and their provisions.

Keeps true: an act named behind a chain of places is the act of the whole chain; an act joined to another by «and» behind
one place has that place too; a bare place belongs to the document's own act, unless a phrase that ends in a colon names
another one for the list below it.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Form, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.eu.acts import (
    ACT,
    Named,
    act_at,
    act_of_sentence,
    further_acts,
    last_act,
    own_act,
    with_recitals,
)
from pincite.jurisdictions.eu.provisions import Member, read_sequence
from pincite.jurisdictions.eu.standing import changed, changes_unnamed, govern, governed_by, is_heading, stands_in
from pincite.jurisdictions.eu.tables import nicknames, ordinal_words
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.case_names import sentence_start
from pincite.jurisdictions.shared.foreign import foreign_at
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED, is_unnamed_act
from pincite.text.patterns import pattern

__all__ = ["anchors", "home"]

_SPACE = r"[\s\u00a0\u2009\u202f]"
_TIE = pattern(
    r"\s{0,3},?\s{1,8}(?:(?:in\s{1,4}the\s{1,4}preamble\s{1,4}(?:to|of)|of|to|in|under|from)\s{1,8}(?:the\s{1,8})?|(?:du|de\s{1,4}la|de\s{1,4}l['’]|des|de(?![lrm])|au|à\s{1,4}la)\s{0,8}|(?:der|des|dem)\s{1,8}|(?:della|dello|dell['’]|del|di(?=\s))\s{0,8})?"
)
_CHAIN = pattern(
    r"(?:\s{0,3},\s{0,8}(?:and\s|or\s|et\s|ou\s|und\s|e\s)?|\s{1,8}(?:and|or|et|ou|und|oder|e|o)\s{1,8})(?:(?:in|of|to|de|à|under)\s{1,6})?(?:l['’])?(?:the\s)?"
)
_ALSO = pattern(
    r"(?:\s{0,3}\n[A-Z][^\n]{1,50}(?=\n))?(?:\s{0,3}\n[a-z]{4,14}(?=\n))?\s{0,3}(?:,\s{0,8}(?:and\s{1,8}|et\s{1,8})?|\s(?:and|et|und)\s{1,8})(?:of\s{1,8}|de\s{1,8}|du\s{1,8})?(?:the\s)?"
)
_OF_WIDER = pattern(r"\s{1,8}(?:of|de\s{1,3}l['’]|du|de|à\s{1,3}l['’])\s{0,8}(?:the\s{1,8})?")
_OF_SOMETHING_ELSE = pattern(
    r"\s{1,6}(?:of|to)\s{1,6}(?:the|that|an?|his|her|its|their)\s{1,6}(?!said|same|present)[a-z]"
)
_TIED_BEFORE = pattern(r"\b(?:under|by|in|of|with|see|See|to)\s{1,4}\Z")
_OF_A_PAPER = pattern(
    r"\s{1,6}of\s{1,6}the\s{1,6}(?:[A-Z][\w-]*\s{1,4}){0,4}(?:Guidelines?|Guidance|Rulebook|Rules\s{1,4}of\s{1,4}Procedure|Agreement|Constitution|Code)\b"
)
_OF_PROCEDURE = pattern(
    r"\s{1,6}(?:of\s{1,4}the\s{1,4}Rules\s{1,4}of\s{1,4}Procedure|(?:du|de\s{1,4}son)\s{1,4}règlement\s{1,4}de\s{1,4}procédure|(?:der|ihrer|seiner)\s{1,4}Verfahrensordnung|del\s{1,4}(?:suo\s{1,4})?regolamento\s{1,4}di\s{1,4}procedura)(?![a-z])(?:\s{1,4}of\s{1,4}the\s{1,4}(?:Court\s{1,4}of\s{1,4}Justice|General\s{1,4}Court))?"
)
_UNKNOWN_BEFORE = pattern(r"(?<![A-Za-z])[A-Z][A-Za-z]*[A-Z](?:\s(?:I{1,3}|IV|VI?))?,\s{1,4}\Z")
"""«XYZD, art. 17»: an abbreviation that no table knows stands before."""
AMENDED_NOT_NAMED = "amended_act_not_named"
_OF_THIS = pattern(
    r"\s{1,6}of\s{1,6}this\s{1,6}(?:Regulation|Directive|Decision)|\s{1,6}d(?:u|e\s{1,3}la)\s{1,3}présente?\s"
)
_LEAD = pattern(r"\b(?:Framework|Implementing|Delegated|Delegierte[rn]?)\s{1,6}\Z")
_ENDS = pattern(r"\s{0,2}(?:[.;)]|\Z|\n)")
_HERE = pattern(
    r"\s{1,6}of\s{1,6}this\s{1,6}(?:Article|paragraph|subparagraph|point|Chapter|Section|Annex)(?![a-z])|\s{1,6}d(?:u|e\s{1,3}la)\s{1,3}présent(?:e)?\s{1,4}(?:article|paragraphe|alinéa|annexe|point)"
)


def home(reading: TextReading) -> bool:
    """Whether bare places of this text are this pack's."""
    if reading.jurisdiction is not None:
        return reading.jurisdiction == "eu"
    last = antecedents(reading).last
    return last is not None and last.rule.startswith("eu.")


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    levels = r"[Aa]rticles?|[Aa]rtikeln?|[Aa]rticol[oi]|[Aa]rts?\.?|[Pp]aragraphs?|[Pp]aragraphes?|[Ss]ubparagraphs?|[Pp]oints?|[Ll]etters?|[Cc]hapters?|[Cc]hapitres?|[Tt]itles?|Titres?|Parts?|PARTIE|(?:[Ss]ub)?[Ss]ections?|[Aa]nnex(?:es)?|[Aa]nnexes?|[Rr]ecitals?|considérants?|considerando|Erwägungsgr(?:und|ünden?)|Absatz|Anhang"
    names = "|".join(
        sorted((re.escape(name).replace(r"\ ", " ") for name in nicknames()), key=lambda name: (-len(name), name))
    )
    ordinals = r"first|second|third|fourth|premier|première|deuxième|troisième|quatrième|cinquième|sixième"
    recital_ordinals = "|".join(sorted(ordinal_words(), key=lambda word: (-len(word), word)))
    kinds = r"Durchführungs(?:verordnung|richtlinie|beschluss)|Regulation|Directive|Decision|Recommendation|[Rr]èglement|[Dd]irective|[Dd]écision|[Rr]ecommandation|Verordnung|Richtlinie|Beschluss|[Rr]egolamento|[Dd]irettiva|[Dd]ecisione"
    return [
        Anchor(
            "eu.act",
            rf"(?:Regu-\nlation|Regula-\ntion|Reg-\nulation|Di-\nrective|Direc-\ntive|De-\ncision|Deci-\nsion|Ver-\nordnung|Verord-\nnung|Richt-\nlinie|[Rr]ègle-\nment|[Dd]irec-\ntive)s?{_SPACE}[^.;]{{0,30}}\d/\d",
            _act,
        ),
        Anchor("eu.act", rf"(?:{kinds})(?:-cadre|s|en|n|i)?[\s\u00a0\u202f][^.;]{{0,60}}\d/\d", _act),
        Anchor(
            "eu.act",
            rf"(?:{kinds})(?:-cadre|s|en|n|i)?{_SPACE}{{1,8}}(?:\([A-Za-z, ]{{2,14}}\){_SPACE}{{1,8}})?(?:[Nn][or°º]\.?{_SPACE}{{0,6}})?\d{{1,4}}/\d",
            _act,
        ),
        Anchor(
            "eu.provision",
            rf"\b\d{{1,3}}\.{_SPACE}(?:(?:und|bis){_SPACE}\d{{1,3}}\.{_SPACE})?Erwägungsgr(?:und|ünde)",
            _german_recital,
        ),
        Anchor("eu.guidelines", rf"\b[Ss]ections?{_SPACE}{{1,4}}\d{{1,2}}\.\d", _section_of_guidelines),
        Anchor("eu.act", rf"(?:Framework{_SPACE}{{1,6}}Decision|Rahmenbeschluss){_SPACE}{{1,8}}\d{{1,4}}/\d", _act),
        Anchor(
            "eu.provision",
            rf"(?:{levels}){_SPACE}{{1,8}}(?:\(?\d|\([a-z]|[a-z]\)|[IVXL]{{1,5}}\b|[A-H]\b|(?:One|Two|Three|Four|Five|Six|Seven|Eight)\b)",
            _provision,
        ),
        Anchor(
            "eu.act_first",
            rf"\b(?:{names}),?{_SPACE}{{1,4}}(?:[Aa]rt(?:icle|ikel|icolo)?s?\.?|recitals?|considérants?){_SPACE}{{1,4}}\d",
            _act_first,
        ),
        Anchor(
            "eu.provision",
            rf"\b(?:{recital_ordinals}){_SPACE}{{1,4}}(?:Erwägungsgr|considéran|considerand|recital)",
            _provision,
        ),
        Anchor(
            "eu.provision",
            rf"(?:{ordinals}){_SPACE}{{1,4}}(?:subparagraphs?|paragraphs?|sentences?|alinéas?|phrases?|à|et|and|to|indent)",
            _provision,
        ),
    ]


_ISSUER = r"(?:\s{1,6}(?:of\s{1,4}the\s{1,4}(?:European\s{1,4}Parliament\s{1,4}and\s{1,4}of\s{1,4}the\s{1,4})?(?:Council|Commission)|du\s{1,4}Parlement\s{1,4}européen\s{1,4}et\s{1,4}du\s{1,4}Conseil|du\s{1,4}Conseil|de\s{1,4}la\s{1,4}Commission|der\s{1,4}Kommission|des\s{1,4}Rates)(?=,))?"
"""Who made the act, between its number and the place."""
_BESIDE = pattern(rf"{_ISSUER},?\s{{1,8}}")
_COMMA = pattern(rf"{_ISSUER},\s{{1,8}}(?=Art|art|Annex|annex)")
_ABBREVIATED_ARTICLE = pattern(r",?\s{1,8}(?=[Aa]rts?\.\s{0,3}\d)")


def _act_first(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«DORA, art. 17, par. 1», «règlement (UE) 2016/679, art. 5»: the act before its places."""
    named = act_at(reading, start, tied=False)
    return _behind_act(reading, named, start, _BESIDE) if named is not None else None


def _places_end_here(text: str, end: int) -> bool:
    """«Regulation (EU) 2024/2956, Article 3(1) and Annex I.»: nothing but the places follows."""
    gap = _COMMA.match(text, end)
    chain = _chain(text, gap.end()) if gap else []
    return bool(chain) and bool(_ENDS.match(text, chain[-1].end))


def _behind_act(reading: TextReading, named: Named, start: int, beside: re.Pattern[str]) -> Parsed | None:
    text = reading.text
    gap = beside.match(text, named.end)
    chain = _chain(text, gap.end()) if gap else []
    if not chain or not named.work or not chain[0].path[0].startswith(("art_", "rct_", "anx_")):
        return None
    following = _tied(reading, chain[-1].end)
    if following is not None and following.full and following.work != named.work:
        return None  # «the GDPR, Article 8 of the Charter»
    form: Form = "full" if named.full else "short"
    made = [_emit(reading, member, named, named.work, form, named.note) for member in chain]
    made[0] = made[0]._replace(start=start, text=text[start : made[0].end])
    return Parsed(tuple(made), made[-1].end)


def _emit(reading: TextReading, member: Member, act: Named | None, work: str | None, form: Form, note: str) -> Mention:
    reference = None
    if work:
        reference = _treaty(work, member) if act is not None and act.treaty else with_place(work, member.place)
    antecedent = None if form == "full" or antecedents(reading).statute is None else antecedents(reading).statute.start  # type: ignore[union-attr]  # seen in the condition
    return mention(
        reading,
        member.start,
        member.end,
        "statute",
        form,
        reference,
        "eu.provision",
        note=note,
        antecedent=antecedent,
        language=reading.language or "en",
    )


def _treaty(prefix: str, member: Member) -> str:
    """Article 267 TFEU = eu/12016E267; what stands below the article is the place."""
    first = re.match(r"art_(\d+)", member.path[0])
    if first is None:
        return with_place(prefix.rstrip("EMP"), member.place)
    work = f"{prefix}{int(first.group(1)):03d}"
    return with_place(work, "/".join(member.path[1:]))


# ---------------------------------------------------------------------------------------------------------------- provisions


def _provision(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and text[start - 1].isalnum():
        return None
    chain = _chain(text, start)
    if not chain:
        return None
    end = chain[-1].end
    if home(reading) and is_heading(text, chain[0], own=own_act(reading) is not None):
        return Parsed((), chain[0].end)  # used up: no other pack's article either
    act = _tied(reading, end)
    if act is not None and act.note == "abbreviation_not_defined" and reading.jurisdiction != "eu":
        act = None
    if act is not None and (act.work or home(reading)):
        return _of_act(reading, chain, act)
    foreign = foreign_at(text, end)
    if foreign is not None and foreign.note == "act_named_without_its_number" and reading.jurisdiction in {"eu", None}:
        made = [_emit(reading, member, None, None, "short", "act_named_without_its_number") for member in chain]
        made[-1] = made[-1]._replace(end=foreign.end, text=text[made[-1].start : foreign.end])
        return Parsed(tuple(made), foreign.end)
    if foreign is not None and foreign.kind == "statute" and reading.jurisdiction in {"eu", None} and home(reading):
        made = [_emit(reading, member, None, None, foreign.form, foreign.note) for member in chain]
        made[-1] = made[-1]._replace(end=foreign.end, text=text[made[-1].start : foreign.end])
        return Parsed(tuple(made), foreign.end)
    if foreign is not None and foreign.kind == "other" and home(reading):
        made = [
            _emit(reading, member, None, None, foreign.form, foreign.note)._replace(kind="other") for member in chain
        ]
        made[-1] = made[-1]._replace(end=foreign.end, text=text[made[-1].start : foreign.end])
        return Parsed(tuple(made), foreign.end)
    parsed = _bare(reading, chain) if home(reading) else None
    if parsed is None:
        reading.refuse_list("eu.provision", len(chain), end)
    return parsed


_ORDINAL_RECITAL = pattern(
    r"(?P<a>\d{1,3})\.(?:\s{1,3}(?P<joint>und|bis)\s{1,3}(?P<b>\d{1,3})\.)?\s{1,3}Erwägungsgr(?:undes|unds?|ünden?)(?![a-z])"
)


def _german_recital(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«47. Erwägungsgrund dieser Verordnung», «16. und 20. Erwägungsgrund»."""
    match = _ORDINAL_RECITAL.match(reading.text, start)
    if match is None:
        return None
    act = _tied(reading, match.end())
    if not home(reading) and not (act is not None and act.work):
        return None
    first = Member(start, match.end(), (f"rct_{match.group('a')}",), None)
    chain = [first]
    if match.group("joint") == "bis":
        chain = [first._replace(to=f"rct_{match.group('b')}")]
    elif match.group("b"):
        last = Member(match.start("b"), match.end(), (f"rct_{match.group('b')}",), None)
        chain = [first._replace(end=match.end("a") + 1), last]
    if act is not None and (act.work or home(reading)):
        return _of_act(reading, chain, act)
    return _bare(reading, chain)


_SECTION = pattern(r"[Ss]ections?\s{1,4}\d{1,2}(?:\.\d{1,2}){1,3}(?P<dot>\.)?")


def _section_of_guidelines(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«section 4.4.1 of the Guidelines on Lanterns»: a place in a document without a scheme."""
    section = _SECTION.match(reading.text, start)
    found = foreign_at(reading.text, section.end()) if section else None
    if section is not None and found is None and section.group("dot"):
        found = foreign_at(f" {reading.text[section.end() : section.end() + 200]}", 0)
        found = found._replace(end=section.end() + found.end - 1) if found else None
    if found is None or found.kind != "other" or not home(reading):
        return None
    made = mention(reading, start, found.end, "other", found.form, None, "eu.guidelines", note=found.note)
    return Parsed((made,), found.end)


def _chain(text: str, start: int) -> list[Member]:
    """Sequences joined by «and», each maybe written narrower first: point (a) of Article 6(1)."""
    chain: list[Member] = []
    position = start
    while len(chain) < 80:
        members = read_sequence(text, position)
        if not members:
            break
        members = _with_wider(text, members)
        chain += members
        joint = _CHAIN.match(text, chain[-1].end)
        if joint is None:
            break
        position = joint.end()
    return chain


def _with_wider(text: str, members: list[Member]) -> list[Member]:
    if members[-1].path[0].startswith(("art_", "anx_", "rct_")):
        return members
    for _ in range(3):
        tie = _OF_WIDER.match(text, members[-1].end)
        wider = read_sequence(text, tie.end()) if tie else []
        if not wider or wider[0].path[0].split("_")[0] == members[0].path[0].split("_")[0]:
            break
        outer = wider[0]
        if outer.path[-1].startswith("sub_") and members[0].path[0].startswith("pnt_") and len(members) == 1:
            # «in point (a) of Article 25(4), the second subparagraph»: of the point
            moved = members[0]._replace(end=outer.end, path=(*outer.path[:-1], *members[0].path, outer.path[-1]))
            return [moved]
        members = [member._replace(path=(*outer.path, *member.path)) for member in members]
        members[-1] = members[-1]._replace(end=outer.end)
    return members


def _tied(reading: TextReading, end: int) -> Named | None:
    tie = _TIE.match(reading.text, end)
    if tie is None:
        return None
    act = act_at(reading, tie.end(), tied=True)
    beside = end + len(tie.group()) - len(tie.group().lstrip(" ,\n"))
    return act or (act_at(reading, beside, tied=False) if beside < tie.end() else None)


def _of_act(reading: TextReading, chain: list[Member], act: Named) -> Parsed:
    form: Form = "full" if act.full else "short"
    chain = [_inside_article(reading, member, act) for member in chain]
    made = [_emit(reading, member, act, act.work, form, act.note) for member in chain]
    made[-1] = made[-1]._replace(end=act.end, text=reading.text[made[-1].start : act.end])
    end = act.end
    # «Article 4(2) of Regulation A and Regulation B»: the place is of both.
    while act.full and ACT.match(reading.text, act.start):
        also = _ALSO.match(reading.text, end)
        second = ACT.match(reading.text, also.end()) if also else None
        if also is None or second is None:
            break
        named = act_at(reading, also.end(), tied=False)
        assert named is not None  # ACT matched
        reference = with_place(named.work or "", chain[-1].place)
        made.append(
            mention(
                reading,
                named.start,
                named.end,
                "statute",
                "full",
                reference,
                "eu.act",
                language=reading.language or "en",
            )
        )
        end = named.end
    return Parsed(tuple(made), end)


def _inside_article(reading: TextReading, member: Member, act: Named) -> Member:
    """«paragraph 1, and Article 45(3) of this Regulation»: the paragraph is the article's in which it stands."""
    if (
        member.path[0].split("_")[0] not in {"par", "sub", "pnt", "sent"}
        or act.work is None
        or act.work != own_act(reading)
    ):
        return member
    article, _ = stands_in(reading, member.start)
    return member._replace(path=(f"art_{article}", *member.path)) if article else member


def _bare(reading: TextReading, chain: list[Member]) -> Parsed | None:
    text, start = reading.text, chain[0].start
    own = own_act(reading)
    procedure = _OF_PROCEDURE.match(text, chain[-1].end) if chain[0].path[0].startswith("art_") else None
    if procedure:
        made = [_emit(reading, member, None, None, "full", "law_outside_the_scheme") for member in chain]
        made[-1] = made[-1]._replace(end=procedure.end(), text=text[made[-1].start : procedure.end()])
        return Parsed(tuple(made), procedure.end())
    if _OF_SOMETHING_ELSE.match(text, chain[-1].end) or _OF_A_PAPER.match(text, chain[-1].end):
        return None
    head = chain[0].path[0]
    if not head.startswith(("art_", "anx_", "rct_", "cpt_", "tis_", "sct_", "prt_")):
        return _relative(reading, chain, own)
    if (
        head.startswith(("sct_", "tis_", "cpt_", "prt_"))
        and not own
        and not _TIED_BEFORE.search(text, max(0, start - 12), start)
    ):
        return None
    if _UNKNOWN_BEFORE.search(text, max(0, start - 16), start) and not own:
        made = [_emit(reading, member, None, None, "short", "abbreviation_not_defined") for member in chain]
        return Parsed(tuple(made), made[-1].end)
    governing = governed_by(reading, start)
    if governing:
        work, note = governing, ""
    elif own and not _OF_THIS.match(text, chain[-1].end) and (changed(text, chain[-1].end) or changes_unnamed(reading)):
        work, note = None, AMENDED_NOT_NAMED
    elif own:
        work, note = own, ""
    else:
        work, note = (None, NOT_IDENTIFIED) if is_unnamed_act(reading) else _act_meant(reading, start)
        if work is not None and head.startswith(("rct_", "anx_")):
            work = with_recitals(reading, work)
    stays = head.startswith("art_") or note == AMENDED_NOT_NAMED or (head.startswith("anx_") and note == NOT_IDENTIFIED)
    if work is None and not stays:
        return None
    made = []
    for member in chain:
        placed = _below_here(reading, member, work)
        made.append(_emit(reading, placed or member, None, work if placed else None, "short", note))
    return Parsed(tuple(made), made[-1].end)


_RELATIVE = ("par_", "sub_", "pnt_", "sent_")


def _below_here(reading: TextReading, member: Member, work: str | None) -> Member | None:
    """«Article 25, points (a) and (b) of paragraph 1 apply»: the later places are of the article in which they stand."""
    if not member.path[0].startswith(_RELATIVE):
        return member
    article, _ = stands_in(reading, member.start) if work == own_act(reading) else ("", "")
    return member._replace(path=(f"art_{article}", *member.path)) if article else None


def _act_meant(reading: TextReading, start: int) -> tuple[str | None, str]:
    """The act that the sentence is about, else the act cited last."""
    begins = sentence_start(reading.text, start)
    about = act_of_sentence(reading, begins, start)
    last = antecedents(reading).latest.get("eu")
    if about is not None and (last is None or about.start > last.start):
        return about.work, ""
    return last_act(reading)


def _relative(reading: TextReading, chain: list[Member], own: str | None) -> Parsed | None:
    """«paragraph 1», «point (a) of this paragraph»: counted from the article they stand in, in an act's own text."""
    governing = governed_by(reading, chain[0].start)
    if governing is not None and governing != own:
        return _in_amended(reading, chain, governing)
    if own is None:
        return None  # «Paragraph 3 of that Article»: grammar_again
    if (
        chain[0].path[0].startswith(("par_", "pnt_"))
        and governing is None
        and changed(reading.text, chain[-1].end)
        and changes_unnamed(reading)
    ):
        made = [_emit(reading, member, None, None, "short", AMENDED_NOT_NAMED) for member in chain]
        return Parsed(tuple(made), made[-1].end)
    article, paragraph = stands_in(reading, chain[0].start)
    if not article:
        return None
    above: tuple[str, ...] = (f"art_{article}",)
    if paragraph and chain[0].path[0].startswith(("pnt_", "sub_", "sent_")):
        above = (*above, f"par_{paragraph}")
    moved = [member._replace(path=(*above, *member.path)) for member in chain]
    here = _HERE.match(reading.text, moved[-1].end)
    if here:
        moved[-1] = moved[-1]._replace(end=here.end())
    made = [_emit(reading, member, None, own, "short", "") for member in moved]
    return Parsed(tuple(made), made[-1].end)


def _in_amended(reading: TextReading, chain: list[Member], work: str) -> Parsed | None:
    """«Article 4 is amended as follows: (a) paragraph 2 is replaced»: the article of the amended act named last."""
    last = antecedents(reading).by_work.get(work)
    head = (
        re.match(r"art_[^/.]+(?:/par_[^/.]+)?", last.reference.partition("#")[2]) if last and last.reference else None
    )
    if last is None or head is None:
        return None
    article, _, paragraph = head.group().partition("/")
    above = (article, paragraph) if paragraph and not chain[0].path[0].startswith("par_") else (article,)
    made = [
        _emit(reading, member._replace(path=(*above, *member.path)), None, work, "short", "")._replace(
            antecedent=last.start
        )
        for member in chain
    ]
    return Parsed(tuple(made), made[-1].end)


# ----------------------------------------------------------------------------------------------------------------------- acts


def _act(reading: TextReading, start: int, _end: int) -> Parsed | None:
    if start and reading.text[start - 1].isalnum():
        return None
    named = act_at(reading, start, tied=False)
    if named is None or not named.full or ACT.match(reading.text, start) is None:
        return None
    first = named.start
    lead = _LEAD.search(reading.text, max(0, start - 30), start)
    work = named.work
    if lead:
        first = lead.start()
    if lead and lead.group().startswith("Framework") and reading.text[start : start + 8].lower() == "decision" and work:
        work = re.sub(r"(?<=\d{4})D(?=\d{4})", "F", work)
    behind = _behind_act(reading, named._replace(work=work), first, _ABBREVIATED_ARTICLE)
    if behind is None and _places_end_here(reading.text, named.end):
        behind = _behind_act(reading, named._replace(work=work), first, _COMMA)
    if behind is not None:
        return behind
    tongue = reading.language or "en"
    made = [mention(reading, first, named.end, "statute", "full", work, "eu.act", language=tongue, note=named.note)]
    govern(reading, named._replace(work=work))
    for more in further_acts(reading.text, named):
        made.append(
            mention(
                reading, more.start, more.end, "statute", "full", more.work, "eu.act", language=tongue, note=more.note
            )
        )
    return Parsed(tuple(made), made[-1].end)
