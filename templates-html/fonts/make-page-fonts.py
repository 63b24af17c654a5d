"""Makes the typeface of the studio from Docgen Sans: Latin letters of Europe, Yoruba, Igbo and Hausa, without hints.
`python3 make-page-fonts.py . ../../src/ui/studio/client/typeface`, with fonttools 4 and brotli."""

import sys
from fontTools import subset

RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x192, 0x192), (0x253, 0x257), (0x300, 0x304), (0x30C, 0x30C), (0x323, 0x323), (0x1E44, 0x1E45),
          (0x1E62, 0x1E63), (0x1EB8, 0x1EBD), (0x1ECA, 0x1ECD), (0x1EE4, 0x1EE5), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022),
          (0x2026, 0x2026), (0x2030, 0x2030), (0x2039, 0x203A), (0x20A6, 0x20A6), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2212, 0x2212)]

source, target = sys.argv[1:]
options = subset.Options(flavor="woff2", hinting=False, layout_features=["calt", "ccmp", "kern", "liga", "locl", "mark"])
for face in ("Regular", "Bold"):
    font = subset.load_font(f"{source}/DocgenSans-{face}.ttf", options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    subset.save_font(font, f"{target}/docgen-sans-{face.lower()}.woff2", options)
