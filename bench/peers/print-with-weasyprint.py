"""Prints the document of a file as a tagged PDF, once for each line of its input, and answers each with a line."""

import sys

from weasyprint import HTML

with open(sys.argv[1], encoding="utf-8") as file:
    html = file.read()
for _ in sys.stdin:
    HTML(string=html).write_pdf(variant="pdf/ua-1")
    print("printed", flush=True)
