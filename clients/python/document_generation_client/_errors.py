from __future__ import annotations

import json
from email.message import Message
from typing import Any, Dict, List, Optional


class DocumentServiceError(Exception):
    """A request without success, whatever the shape of the answer. `message` is what the service says, for people."""

    def __init__(
        self, message: str, status: int, code: str, retry_after: Optional[int] = None, body: Optional[Dict[str, Any]] = None
    ) -> None:
        super().__init__(message)
        self.message = message
        #: 0 when nothing arrived.
        self.status = status
        #: The `X-Error-Code` of the answer. `no_answer`: nothing arrived, or an answer that is not from the service.
        self.code = code
        #: Seconds after which the same request can succeed.
        self.retry_after = retry_after
        #: The JSON of the answer.
        self.body = body or {}
        details = self.body.get("details") or {}
        #: Paths of the required fields that are missing.
        self.missing_fields: List[str] = details.get("missing_fields", [])
        #: Each with `field` and `message`.
        self.invalid_fields: List[Dict[str, str]] = details.get("invalid_fields", [])
        #: Of a text that cannot be published or shown; `message` has the first.
        self.faults: List[Dict[str, Any]] = self.body.get("faults", [])


def error_of(status: int, headers: Message, content: bytes) -> DocumentServiceError:
    """The error that an answer without success tells."""
    code = headers.get("X-Error-Code", "no_answer")
    try:
        read = json.loads(content)
    except ValueError:
        read = None
    body: Dict[str, Any] = read if isinstance(read, dict) else {}
    if code == "no_answer":
        message = f"The answer is not from the service (status {status})"
    else:
        message = str(body.get("message") or body.get("error") or f"Refused (status {status})")
    return DocumentServiceError(message, status, code, seconds_in(headers), body)


def seconds_in(headers: Message) -> Optional[int]:
    """`Retry-After`; None when there is none, or a date."""
    value = headers.get("Retry-After", "")
    return int(value) if value.isascii() and value.isdigit() else None
