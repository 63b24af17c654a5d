"""A client of the document generation service, on the standard library alone."""

from ._client import Document, DocumentClient, Generated, Preview
from ._errors import DocumentServiceError

__all__ = ["Document", "DocumentClient", "DocumentServiceError", "Generated", "Preview"]
