"""Words by which a decision speaks of another one than itself: «im erwähnten Urteil (E. 3)», «Es hielt fest (E. 3)».

Keeps true: in a decision a consideration by itself is its own unless its sentence points at a decision cited just before, or
says what the court of that decision held; a decision named by its date alone governs what follows it.
"""

from __future__ import annotations

from pincite.jurisdictions.ch.text_forms import DATE
from pincite.text.patterns import pattern

__all__ = ["names_another", "points_back", "sentence_before", "tells_what_was_held"]

_REACH = 320
"""How far back, in code points, a sentence may begin."""
_END = pattern(
    r"(?<![Vv]gl)(?<!bzw)(?<![Cc]f)(?<!\bS)(?<!\bNr)[.!?][»”\")]{0,2}\s+(?=[A-ZÀ-Ý«„“(])(?!(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|\n\s*\n"
)


def sentence_before(text: str, floor: int, start: int) -> str:
    """What stands of a sentence before `start`, not before `floor`."""
    piece = text[max(floor, start - _REACH, 0) : start]
    begin = 0
    for end in _END.finditer(piece):
        begin = end.end()
    return piece[begin:]


_NOUN = r"(?:Urteil|Entscheid|Leitentscheid|Grundsatzentscheid|Präjudiz|Fall|BGE|Erkenntnis)(?:e?s|e)?"
_POINTS = pattern(
    rf"\b(?:[Dd]iese[rsnm]?|[Jj]ene[rsnm]?|(?:[Ee]ben|[Vv]or|[Ee]rst|[Ll]etzt|[Zz]weit)?(?:genannte|erwähnte|zitierte)[nrsm]?|[Bb]esagte[nrsm]?|[Ll]etztere[nrsm]?|[Ee]rstere[nrsm]?|[Ss]elben|[Gg]leichen|[Jj]üngste[nrm]?|[Ee]rsten|[Zz]weiten)\s{_NOUN}(?![a-zäöü])"
    r"|\b(?:[Ll]etztere|[Ee]rstere)[mnrs]?\b|\b[Ii]m\s(?:ersten|zweiten)\s?\(|\b(?:[Dd]ort|[Dd]anach|[Dd]arin|[Ww]onach|[Ww]orin)\b|\b[Dd]iese\s(?:Praxis|Rechtsprechung)\b"
    rf"|\A\s*(?:Der|Das|Im)\s{_NOUN}(?![a-zäöü])(?!\s(?:vom|v\.|des|der)\s)"
    r"|\b(?:[Cc]et\sarrêt|[Cc]e\sdernier|(?:[Ll]e|[Dd]ans\sle)\s(?:premier|second)(?:\sarrêt|\s?\()|[Ll][’']arrêt\s(?:précité|cité|susmentionné|susvisé|en\squestion)|[Ll]edit\sarrêt|[Cc]ette\s(?:jurisprudence|affaire|cause|décision))|\A\s*L[’']arrêt\b|\b[Ll]à\s\(|\by\s(?:a|ont)\s"
    r"|\b(?:[Qq]uest[’'a]\s?(?:ultima\s)?|[Ss]tessa\s|[Mm]edesima\s|[Pp]rima\s|[Ss]econda\s)sentenza|\b[Ss]entenza\s(?:appena\s)?(?:citata|menzionata)"
    r"|\b(?:[Tt]hat|[Tt]he\s(?:former|latter|said|cited))\s(?:decision|case|judgment)|\b[Tt]here\s\("
)
_HELD = pattern(
    r"\b(?:hielt|erwog|führte|präzisiert|liess|verwarf|stellte|verlangte|verneinte|bejahte|fügte|wies|entschied|betonte|erachtete|schützte|verwies|bestätigte|erkannte|begründete|stützte|prüfte|(?:fest|heraus)gehalten|erwogen|ausgeführt|entschieden|klargestellt|offengelassen|verneint|bejaht)"
    r"|\ba\s(?:\w+\s)?(?:précisé|retenu|considéré|jugé|relevé|ajouté|rappelé|admis|nié|laissé|souligné|exposé|confirmé|estimé|constaté)"
    r"|\bha\s(?:\w+\s)?(?:precisato|ritenuto|considerato|rilevato|aggiunto|ricordato|ammesso|negato|confermato|stabilito)"
    r"|\b(?:held|noted|added|found|considered|clarified|explained|rejected|accepted|confirmed)\b"
)
_BY_A_COURT = pattern(
    r"\A\s*(?:Es|Il|Elle|It)\s|\b(?:es|elle|il|it)\s|\b[Dd]as\s(?:Bundesgericht|Bundesverwaltungsgericht|Gericht)\b|\b[Ll]e\sTribunal\s(?:administratif\s)?fédéral|\b[Ii]l\sTribunale\s(?:amministrativo\s)?federale|\b[Tt]he\s(?:Swiss\s)?(?:Federal\s)?(?:Supreme\s)?Court\b"
)


def points_back(sentence: str) -> bool:
    """Whether a sentence points at a decision cited before it."""
    return _POINTS.search(sentence) is not None


def tells_what_was_held(sentence: str) -> bool:
    """Whether a sentence tells what a court held, decided or left open."""
    return _BY_A_COURT.search(sentence) is not None and _HELD.search(sentence) is not None


_BY_DATE = pattern(
    rf"\b(?:Urteil|Entscheid|Einspracheentscheid|Beschluss|Verfügung|Rekursentscheid|arrêt|jugement|décision|sentenza|decisione)(?:e?s)?(?:[ \u00a0\n][^\W\d_][\w.’'-]{{0,24}}){{0,5}}[ \u00a0\n](?:vom|du|del|of)[ \u00a0\n]{DATE}"
)
_GOES_ON = pattern(r"\A\s*(?:Er|Sie|Darin|Dieser?|Diese|Il|Elle|Ell[ao]|Ess[ao]|It)\s")


def names_another(text: str, floor: int, start: int) -> bool:
    """Whether a decision named by its date alone is spoken of, in the sentence before `start` or one it goes on with."""
    sentence = sentence_before(text, floor, start)
    if _BY_DATE.search(sentence):
        return True
    begin = start - len(sentence)
    return (
        _GOES_ON.search(sentence) is not None and _BY_DATE.search(sentence_before(text, floor, begin - 1)) is not None
    )
