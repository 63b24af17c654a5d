from __future__ import annotations

import base64
import json
import re
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Set

from ._errors import DocumentServiceError
from ._sending import Answer, send


@dataclass(frozen=True)
class Preview:
    """Pages to show."""

    bytes: bytes = field(repr=False)
    content_type: str
    #: The version of the template.
    version: str
    #: How many values are probably mistakes; `validate` names them.
    warnings: int
    #: How many fields are printed as blanks; `validate` names them.
    blanks: int


@dataclass(frozen=True)
class Document(Preview):
    document_id: str
    #: SHA-256 of the bytes as the service made them, in hexadecimal digits; None when it does not say.
    digest: Optional[str]


@dataclass(frozen=True)
class Generated:
    """What became of one request of many: a document, or why there is none."""

    #: Its place among all, from 0.
    index: int
    document: Optional[Document] = None
    error: Optional[DocumentServiceError] = None


class DocumentClient:
    """Every method raises DocumentServiceError for a request without success. One client may serve many threads."""

    def __init__(self, base_url: str, key: str, patience_seconds: float = 120) -> None:
        """`patience_seconds`: how long a request is sent again while the service is full or does not answer; 0: once."""
        if not re.match(r"https?://", base_url, re.IGNORECASE):
            raise ValueError("base_url must begin with https:// or http://")
        self._base_url = base_url.rstrip("/")
        self._headers = {"X-Key": key}
        self._patience_seconds = patience_seconds

    def generate(self, template_id: str, data: Mapping[str, Any], format: str, **more: Any) -> Document:
        """Makes a document, `pdf` or `docx`. `more`: other fields of the request, such as `options`, `strict`, `version`."""
        return self._generate({"templateId": template_id, "data": data, "format": format, **more}, threading.Event())

    def validate(self, template_id: str, data: Mapping[str, Any], format: str = "pdf", **more: Any) -> Dict[str, Any]:
        """Checks a request for a document. Gives `valid`, `warnings` and `blanks`."""
        return _json_of(self._post("validate", {"templateId": template_id, "data": data, "format": format, **more}))

    def preview(self, template_id: str, data: Mapping[str, Any], **more: Any) -> Preview:
        """Shows a document as it stands so far, as a PDF."""
        return Preview(**_pages_of(self._post("preview", {"templateId": template_id, "data": data, **more})))

    def compare(self, template_id: str, from_: Mapping[str, Any], to: Mapping[str, Any], **more: Any) -> Document:
        """Makes a Word file with tracked changes between two documents; each has `data`, and may have `version`."""
        body = _with_moment({"templateId": template_id, "from": from_, "to": to, **more})
        return _document_of(self._post("compare", body))

    def read(self, file: bytes, against: Optional[bytes] = None, **known: Any) -> Dict[str, Any]:
        """
        Reads a PDF or Word file that was returned, beside the Word file that was sent last. `known` is what you know of it:
        `data`, `documentId`, `templateId`, `version`, `custom`.
        """
        files = {name: base64.b64encode(one).decode() for name, one in (("file", file), ("against", against)) if one}
        return _json_of(self._post("read", {**files, "format": "pdf" if b"%PDF-" in file[:1024] else "docx", **known}))

    def generate_many(self, requests: Iterable[Mapping[str, Any]], concurrency: int = 4) -> Iterator[Generated]:
        """
        Makes a document for each request, and gives each as it is finished. A request has the arguments of `generate`
        by their names. Reads no further ahead than it is asked for. Ending the loop ends what waits to be sent again.
        """
        numbered = enumerate(requests)
        stop = threading.Event()
        running: Set[Future[Generated]] = set()
        pool = ThreadPoolExecutor(concurrency)
        try:
            while True:
                while len(running) < concurrency and (following := next(numbered, None)) is not None:
                    running.add(pool.submit(self._generated, *following, stop))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
        finally:
            stop.set()
            pool.shutdown()

    def _generated(self, index: int, request: Mapping[str, Any], stop: threading.Event) -> Generated:
        more = dict(request)
        body = {"templateId": more.pop("template_id"), **more}
        try:
            return Generated(index, document=self._generate(body, stop))
        except DocumentServiceError as error:
            return Generated(index, error=error)

    def _generate(self, body: Mapping[str, Any], stop: threading.Event) -> Document:
        return _document_of(self._post("generate", _with_moment(body), stop))

    def _post(self, what: str, body: Mapping[str, Any], stop: Optional[threading.Event] = None) -> Answer:
        content = json.dumps(body, allow_nan=False, default=_plain).encode()
        return self._send(f"documents/{what}", {"Content-Type": "application/json"}, content, stop or threading.Event())

    def _send(self, path: str, headers: Mapping[str, str], content: Optional[bytes], stop: threading.Event) -> Answer:
        url = f"{self._base_url}/api/v1/{path}"
        return send(url, {**self._headers, **headers}, content, self._patience_seconds, stop)


def _with_moment(body: Mapping[str, Any]) -> Dict[str, Any]:
    """A request that names the moment of its document, so that sending it twice makes the same one."""
    options = {name: value for name, value in (body.get("options") or {}).items() if name != "at" or value is not None}
    return {**body, "options": {"at": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), **options}}


def _plain(value: object) -> str:
    """What JSON does not have and the interface does: a date."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no value of the interface; dates are datetime.date, amounts int or float")


def _json_of(answer: Answer) -> Dict[str, Any]:
    read: Dict[str, Any] = json.loads(answer.content)
    return read


def _pages_of(answer: Answer) -> Dict[str, Any]:
    headers = answer.headers
    return {
        "bytes": answer.content,
        "content_type": headers.get("Content-Type", ""),
        "version": headers.get("X-Template-Version", ""),
        "warnings": int(headers.get("X-Warnings", 0)),
        "blanks": int(headers.get("X-Blanks", 0)),
    }


def _document_of(answer: Answer) -> Document:
    found = re.search(r"sha-256=:([\w+/=]+):", answer.headers.get("Repr-Digest", ""))
    digest = base64.b64decode(found[1]).hex() if found else None
    return Document(**_pages_of(answer), document_id=answer.headers.get("X-Document-Id", ""), digest=digest)
