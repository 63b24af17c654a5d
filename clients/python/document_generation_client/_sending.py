from __future__ import annotations

import http.client
import random
import threading
import time
import urllib.error
import urllib.request
from email.message import Message
from typing import Any, Mapping, NamedTuple, Optional

from ._errors import DocumentServiceError, error_of

#: A document waits at most 8 s for its place and prints for 30 s by default: after this no answer will come.
ANSWER_SECONDS = 120
#: With these a proxy answers when the instance that it chose does not.
OF_PROXIES = (502, 503, 504)
#: Requests that were refused together must not come back together.
SPREAD = 0.25
#: Waits after a lost answer: the first, then twice as long each time, up to the other.
LOST_SECONDS = (0.5, 4.0)


class Answer(NamedTuple):
    headers: Message
    content: bytes


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is for one address alone."""

    def redirect_request(self, *_arguments: Any, **_named: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def send(
    url: str, headers: Mapping[str, str], content: Optional[bytes], patience_seconds: float, stop: threading.Event
) -> Answer:
    """Sends a request until the service takes it, patience ends, or `stop` is set."""
    ends = time.monotonic() + patience_seconds
    silent_since: Optional[float] = None
    lost = 0
    while True:
        outcome = _attempt(url, headers, content)
        if isinstance(outcome, Answer):
            return outcome
        is_lost = outcome.code == "no_answer" and (outcome.status == 0 or outcome.status in OF_PROXIES)
        if is_lost:
            silent_since = silent_since or time.monotonic()
            wait = min(LOST_SECONDS[1], LOST_SECONDS[0] * 2**lost) * random.uniform(0.5, 1)
            lost += 1
        elif outcome.status in (429, 503):
            silent_since = None
            seconds = 1 if outcome.retry_after is None else outcome.retry_after
            wait = seconds * random.uniform(1, 1 + SPREAD)
        else:
            raise outcome
        end = ends if silent_since is None else silent_since + patience_seconds
        if time.monotonic() + wait > end or stop.wait(wait):
            raise outcome


def _attempt(url: str, headers: Mapping[str, str], content: Optional[bytes]) -> Answer | DocumentServiceError:
    request = urllib.request.Request(url, data=content, headers=dict(headers))
    try:
        try:
            with _OPENER.open(request, timeout=ANSWER_SECONDS) as answer:
                return Answer(answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return error_of(refusal.code, refusal.headers, refusal.read())
    except (OSError, http.client.HTTPException) as cause:
        error = DocumentServiceError(f"No answer from {url}: {cause}", 0, "no_answer")
        error.__cause__ = cause
        return error
