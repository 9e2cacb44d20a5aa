"""Every publisher's service, small and invented, behind one local server: lists, archives, registries, files.

The registry of Swiss law is a real RDF store that answers real SPARQL, loaded with JOLux data of the real one's shape.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pyoxigraph
from tests.connectors.local_server import Ask, Reply, Routed, serving
from tests.formats import office
from tests.jurisdictions.eu.specimens import cons_formex, oj_page
from tests.jurisdictions.uk import specimens as uk

import pincite.specimen

__all__ = ["House", "open_house"]

SPECIMEN = Path(pincite.specimen.__file__).parent
FEDLEX = "https://fedlex.data.admin.ch/"
STORED = f"{FEDLEX}filestore/fedlex.data.admin.ch/eli/cc"
JOLUX = "http://data.legilux.public.lu/resource/ontology/jolux#"
LIST = "/doj/data/hkel_list_c_all_{}.json"
ARCHIVE = "/doj/data/hkel_c_leg_cap_601_cap_end_{}.zip"
PAGE = f"{STORED}/9999/902/20190101/de/html/fedlex-data-admin-ch-eli-cc-9999-902-20190101-de-html-2.html"
JUDGMENT = (
    "FACV 391/2026", "[2026] HKCFA 391", "IN THE COURT OF FINAL APPEAL OF THE", "HONG KONG SPECIAL ADMINISTRATIVE REGION",
    "FINAL APPEAL NO. 391 OF 2026 (CIVIL)", "BETWEEN", "REGISTRAR OF LANTERNS", "Appellant", "and", "FAR LIGHT LTD", "Respondent",
    "Date of Judgment: 4 May 2026", "J U D G M E N T", "1. The respondent kept forty paper lanterns.", "2. The appeal is allowed.",
)  # fmt: skip
LANGUAGES = {"de": "DEU", "fr": "FRA", "it": "ITA"}


@cache
def registry() -> pyoxigraph.Store:
    """SR 999.1, twice: an act of 1990 that is gone, and that of 2024 with two states; and an act without XML."""
    triples: list[str] = []

    def say(subject: str, predicate: str, value: str) -> None:
        triples.append(f"<{subject}> <{predicate}> {value} .")

    def act(path: str, sr: str, *, gone: str = "") -> str:
        uri = f"{FEDLEX}eli/cc/{path}"
        say(uri, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", f"<{JOLUX}ConsolidationAbstract>")
        say(uri, f"{JOLUX}classifiedByTaxonomyEntry", f"<{FEDLEX}vocabulary/legal-taxonomy/{sr}-{path}>")
        say(
            f"{FEDLEX}vocabulary/legal-taxonomy/{sr}-{path}",
            "http://www.w3.org/2004/02/skos/core#notation",
            f'"{sr}"^^<{FEDLEX}vocabulary/notation-type/id-systematique>',
        )
        if gone:
            say(uri, f"{JOLUX}dateNoLongerInForce", f'"{gone}"^^<http://www.w3.org/2001/XMLSchema#date>')
        return uri

    def state(uri: str, day: str, files: dict[str, str], *, end: str = "") -> None:
        digits = day.replace("-", "")
        consolidation = f"{uri}/{digits}"
        say(consolidation, f"{JOLUX}isMemberOf", f"<{uri}>")
        say(consolidation, f"{JOLUX}dateApplicability", f'"{day}"^^<http://www.w3.org/2001/XMLSchema#date>')
        if end:
            say(consolidation, f"{JOLUX}dateEndApplicability", f'"{end}"^^<http://www.w3.org/2001/XMLSchema#date>')
        for language, file in files.items():
            expression = f"{consolidation}/{language}"
            say(consolidation, f"{JOLUX}isRealizedBy", f"<{expression}>")
            code = f"<http://publications.europa.eu/resource/authority/language/{LANGUAGES[language]}>"
            say(expression, f"{JOLUX}language", code)
            for ending in ("pdf", *(["xml"] if file else [])):
                say(expression, f"{JOLUX}isEmbodiedBy", f"<{expression}/{ending}>")
                address = file if ending == "xml" else f"{expression}.pdf"
                say(f"{expression}/{ending}", f"{JOLUX}isExemplifiedBy", f"<{address}>")

    old = act("1990/77_77_77", "999.1", gone="2025-01-01")
    state(old, "2021-01-01", {"de": f"{STORED}/1990/77_77_77/20210101/de/xml/old-de-xml-2.xml"})
    new = act("9999/901", "999.1")
    state(new, "2025-01-01", {"de": f"{STORED}/9999/901/20250101/de/xml/first-de-xml-1.xml"}, end="2025-12-31")
    # the counters at the end follow no rule, as at the real publisher
    counters = {"de": "-xml-3", "fr": "-xml", "it": "-xml-15"}
    current = {
        language: f"{STORED}/9999/901/20260101/{language}/xml/fedlex-data-admin-ch-eli-cc-9999-901-20260101-{language}{end}.xml"
        for language, end in counters.items()
    }
    state(new, "2026-01-01", current)
    state(new, "2027-07-01", {"de": f"{STORED}/9999/901/20270701/de/xml/future-de-xml-1.xml"})
    paper = act("9999/902", "999.2")
    state(paper, "2019-01-01", {"de": ""})
    say(f"{paper}/20190101/de", f"{JOLUX}isEmbodiedBy", f"<{paper}/20190101/de/html>")
    say(f"{paper}/20190101/de/html", f"{JOLUX}isExemplifiedBy", f"<{PAGE}>")
    store = pyoxigraph.Store()
    store.load("\n".join(triples).encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return store


def zipped(**members: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name.replace("__", "\\"), (2026, 6, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return held.getvalue()


class House:
    """What the services hold; a test changes it to see what happens then.

    Attributes:
        trouble: answers that come instead, by (host, path), each once.
        files: by (host, path): bytes, media type, further header fields.

    """

    def __init__(self) -> None:
        self.trouble: dict[tuple[str, str], list[Reply]] = {}
        self.files: dict[tuple[str, str], tuple[bytes, str, dict[str, str]]] = {}
        self.transport: Routed
        self._fill()

    # what they hold

    def put(self, host: str, path: str, data: bytes, media: str, **headers: str) -> None:
        self.files[host, path] = (data, media, headers)

    def _fill(self) -> None:
        self.hong_kong()
        for language in LANGUAGES:
            end = {"de": "-xml-3", "fr": "-xml", "it": "-xml-15"}[language]
            path = (
                f"/filestore/fedlex.data.admin.ch/eli/cc/9999/901/20260101/{language}/xml/"
                f"fedlex-data-admin-ch-eli-cc-9999-901-20260101-{language}{end}.xml"
            )
            data = (SPECIMEN / f"ch/sr-999.1-20260101-{language}.xml").read_bytes()
            self.put("fedlex.data.admin.ch", path, data, "application/xml", ETag=f'"v1-{language}"')
        page = b"<html><head><meta charset=utf-8></head><body><p>Urteil</p><p>1. Die Laterne brennt.</p></body></html>"
        record = {
            "Signatur": "AG_XX_001", "Spider": "AG_Laternen", "Sprache": "de", "Datum": "2026-02-03", "Num": ["LAT.2026.1"],
            "HTML": {"Datei": "AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.html", "URL": "https://example.invalid/1"},
            "Kopfzeile": [{"Sprachen": ["de"], "Text": "Laternengericht LAT.2026.1"}], "Meta": [], "Abstract": [],
        }  # fmt: skip
        jobs = {"spider": "AG_Laternen", "signaturen": {
            "AG_XX_001_LAT-2026-1_2026-02-03": {"json": "neu", "html": "neu"},
            "AG_XX_001_LAT-2026-2_2026-02-04": {"json": "neu", "pdf": {"status": "neu"}},
        }}  # fmt: skip
        host = "entscheidsuche.ch"
        self.put(host, "/docs/Jobs/AG_Laternen/last", json.dumps(jobs).encode(), "application/json")
        self.put(
            host,
            "/docs/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.json",
            json.dumps(record).encode(),
            "application/json",
        )
        self.put(host, "/docs/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.html", page, "text/html; charset=utf-8")
        decision = json.loads((SPECIMEN / "ch/opencaselaw-9C-9903-2026.json").read_bytes())
        decision["full_text"] = decision.pop("text")
        self.put(
            "mcp.opencaselaw.ch", "/api/decisions/bger_9C_9903_2026",
            json.dumps(decision, ensure_ascii=False).encode(), "application/json",
        )  # fmt: skip
        self.put(
            "publications.europa.eu",
            "/resource/cellar/aaaa.0006.03/DOC_1",
            oj_page(),
            "application/xhtml+xml;charset=UTF-8",
        )
        formex = zipped(**{"CL2031R9001EN0020010.0001.xml": cons_formex(), "CL2031R9001EN0020010.doc.xml": b"<DOC/>"})
        self.put("publications.europa.eu", "/resource/cellar/bbbb.0006.02/zip", formex, "application/zip;mtype=fmx4")
        self.put(
            "www.legislation.gov.uk",
            "/ukpga/2030/77/2032-01-01/data.xml",
            uk.clml(uk.section("<P1para><Text>Light a lamp.</Text></P1para>")),
            "application/xml",
        )
        self.put("caselaw.nationalarchives.gov.uk", "/ewca/civ/2031/77/data.xml", _judgment(), "application/xml")
        search = (
            b"""<html><body><a href="../ju/ju_frame.jsp?DIS=990391&amp;currpage=T">FACV391/2026</a></body></html>"""
        )
        self.put("legalref.judiciary.hk", "/lrs/common/search/jud_search_ncn.jsp", search, "text/html; charset=utf-8")
        self.put(
            "legalref.judiciary.hk",
            "/lrs/common/ju/ju_body.jsp",
            (SPECIMEN / "hk/hkcfa-2026-391.htm").read_bytes(),
            "text/html; charset=utf-8",
        )
        body = (SPECIMEN / "hk/hkcfa-2026-391.htm").read_text("utf-8")
        hklii = {
            "date": "2026-05-04T00:00:00+08:00",
            "db": "hkcfa",
            "neutral": "[2026] HKCFA 391",
            "content": body,
            "doc": "",
        }
        self.put("www.hklii.hk", "/api/getjudgment", json.dumps(hklii).encode(), "application/json")

        law = "<html><body><p class='srnummer'>999.2</p><h1 class='erlasstitel'>Verordnung über Dochte</h1><p>(Stand am 1. Januar 2019)</p><article id='art_1'><h6 class='heading'>Art. 1</h6><p>Der Docht ist kurz.</p></article></body></html>"
        self.put("fedlex.data.admin.ch", PAGE.removeprefix("https://fedlex.data.admin.ch"), law.encode(), "text/html")
        for number in ("1", "2"):
            commentary = {"data": {
                "id": f"9f6f3c3e-0000-4000-8000-00000000000{number}", "title": f"Art. {number} LatG", "date": "2026-05-01", "language": "de",
                "legislative_act": {"id": "9f6f3c3e-0000-4000-8000-0000000000aa", "title": "LatG"}, "html_link": "https://onlinekommentar.ch/de/kommentare/latg1",
                "content": '<p><span class="paragraph-nr">1</span> Die Laterne ist aus Papier.</p>', "legal_text": "",
            }}  # fmt: skip
            path = f"/api/commentaries/9f6f3c3e-0000-4000-8000-00000000000{number}"
            self.put("onlinekommentar.ch", path, json.dumps(commentary).encode(), "application/json")
        word = office.docx("".join(office.para(line) for line in JUDGMENT))
        media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        self.put("legalref.judiciary.hk", "/doc/judg/word/vetted/other/en/2026/FACV000391_2026.docx", word, media)

    def hong_kong(self, *, other: bytes | None = None, promised: str = "") -> None:
        """The list and the archive of each language; `promised` another digest than the archive's."""
        for language, ours in (("en", "en"), ("zh-Hant", "zh-Hant-HK")):
            name = f"cap_9001_20260301000000_{ours}_c.xml"
            data = other or (SPECIMEN / "hk" / name).read_bytes()
            folder = f"cap_9001_{ours}_c"
            archive = zipped(
                **{f"{folder}__{name}": data, f"cap_9002_{ours}_c__cap_9002_20260301000000_{ours}_c.xml": b"<x/>"}
            )
            url = f"https://resource.data.one.gov.hk{ARCHIVE.format(language)}"
            listed = {
                "UpdatedDateTime": "2026-06-01T21:09:16",
                "DataSet": [{"DataResource": {"url": url, "fileSize": len(archive), "sha256": promised or sha256(archive).hexdigest().upper()}}],
                "Chapter": [
                    {"CapNo": number, "Version": [{"DataResourceUrl": url, "FileLocation": f"cap_{number}_{ours}_c", "FileName": f"cap_{number}_20260301000000_{ours}_c.xml", "VersionDate": {"value": "2026-03-01T00:00:00"}}]}
                    for number in ("9001", "9003")
                ],
            }  # fmt: skip
            host = "resource.data.one.gov.hk"
            self.put(host, LIST.format(language), b"\xef\xbb\xbf" + json.dumps(listed).encode(), "application/json")
            self.put(
                host, ARCHIVE.format(language), archive, "application/zip", ETag=f'"{sha256(archive).hexdigest()[:8]}"'
            )

    # how they answer

    def __call__(self, ask: Ask) -> Reply:
        waiting = self.trouble.get((ask.host, ask.path))
        if waiting:
            return waiting.pop(0)
        if ask.path == "/sparqlendpoint":
            return self._sparql(ask)
        if ask.host == "publications.europa.eu" and ask.path.startswith("/resource/celex/"):
            return self._cellar(ask)
        if ask.path == "/api/decisions":
            return self._pages_of_decisions(ask)
        if ask.path == "/api/commentaries":
            return self._pages_of_commentaries(ask)
        return self._file(ask)

    def _file(self, ask: Ask) -> Reply:
        held = self.files.get((ask.host, unquote(ask.path)))
        if held is None:
            return Reply(404, b"<html>not found</html>", {"Content-Type": "text/html"})
        data, media, headers = held
        if "ETag" in headers and ask.headers.get("if-none-match") == headers["ETag"]:
            return Reply(304, b"", {"ETag": headers["ETag"]})
        said = {"Content-Type": media, **headers}
        wanted = ask.headers.get("range", "")
        if wanted and ask.headers.get("if-range") in ("", headers.get("ETag")):
            start = int(wanted.removeprefix("bytes=").partition("-")[0])
            if start >= len(data):
                return Reply(416, b"", {"Content-Range": f"bytes */{len(data)}"})
            said["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
            return Reply(206, data[start:], said)
        return Reply(200, data, said)

    def _sparql(self, ask: Ask) -> Reply:
        query = parse_qs(ask.body.decode())["query"][0]
        try:
            found = registry().query(query)
        except SyntaxError as error:
            return Reply(400, str(error).encode(), {"Content-Type": "text/plain"})
        assert isinstance(found, pyoxigraph.QuerySolutions)
        body = found.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
        return Reply(200, body or b"", {"Content-Type": "application/sparql-results+json"})

    def _cellar(self, ask: Ask) -> Reply:
        """See other, by the wishes; to an address without TLS, as the real one does."""
        wishes = (unquote(ask.path).rpartition("/")[2], ask.headers.get("accept"), ask.headers.get("accept-language"))
        target = {
            ("32031R9001", "application/xhtml+xml", "eng"): "aaaa.0006.03/DOC_1",
            ("02031R9001-20330401", "application/zip;mtype=fmx4", "eng"): "bbbb.0006.02/zip",
        }.get(wishes)  # type: ignore[arg-type]
        if target is None:
            return Reply(404, b"", {"Content-Type": "text/plain"})
        return Reply(303, b"", {"Location": f"http://publications.europa.eu/resource/cellar/{target}"})

    def _pages_of_decisions(self, ask: Ask) -> Reply:
        asked = {key: values[0] for key, values in parse_qs(ask.target.partition("?")[2]).items()}
        ids = ["bger_9C_9903_2026"] if asked["court"] == "bger" and int(asked["offset"]) == 0 else []
        return Reply(
            200,
            json.dumps({"results": [{"decision_id": each} for each in ids]}).encode(),
            {"Content-Type": "application/json"},
        )

    def _pages_of_commentaries(self, ask: Ask) -> Reply:
        page = parse_qs(ask.target.partition("?")[2])["page"][0]
        ids = {"1": "9f6f3c3e-0000-4000-8000-000000000001", "2": "9f6f3c3e-0000-4000-8000-000000000002"}
        following = "https://onlinekommentar.ch/api/commentaries?language=de&page=2" if page == "1" else None
        body = {"data": [{"id": ids[page]}], "links": {"next": following}, "meta": {}}
        return Reply(200, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _judgment() -> bytes:
    paragraph = '<paragraph eId="para_1"><num>1.</num><content><p>The lamp was lit.</p></content></paragraph>'
    return uk.judgment(paragraph)


@contextmanager
def open_house() -> Iterator[House]:
    """The house, and its transport."""
    house = House()
    with serving(house) as transport:
        house.transport = transport
        yield house
