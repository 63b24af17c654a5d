"""Makes the font of the PDF form fields from Docgen Sans: the letters that fit into a one-byte font, without hints and
layout. `python3 make-field-font.py DocgenSans-Regular.ttf ../../src/pdf/accessibility/field-font.ttf.zlib`, with
fonttools 4; prints the length and the widths for `field-font.ts`."""

import io
import sys
import zlib
from fontTools import agl, subset
from fontTools.ttLib import TTFont

# Letters of Yoruba, Igbo and Hausa, at codes that WinAnsiEncoding does not use. PDF/UA-1 (7.21.6) allows only names of the
# Adobe Glyph List.
MORE = ("Odotbelow odotbelow Edotbelow edotbelow Sdotbelow sdotbelow Idotbelow idotbelow Udotbelow udotbelow Ndotaccent "
        "ndotaccent Nacute nacute Bhook bhook Dhook dhook Khook khook Yhook yhook gravecomb acutecomb").split()
CODES = [*range(1, 9), *range(14, 30)]
# Marks are moved back by half the width of an "o", to be above the letter before them.
MARKS = ("gravecomb", "acutecomb")


def unicode_of(name):
    (code,) = agl.LEGACY_AGL2UV[name]
    return code


def main(source, target):
    font = TTFont(source)
    win_ansi = [bytes([code]).decode("cp1252", "ignore") for code in range(32, 256)]
    characters = {code: ord(win_ansi[code - 32]) for code in range(32, 256) if code != 0x7F and win_ansi[code - 32]}
    characters |= {0xA0: 0x20, 0xAD: 0x2D}
    characters |= dict(zip(CODES, map(unicode_of, MORE), strict=True))
    cmap = font.getBestCmap()
    missing = [hex(one) for one in characters.values() if one not in cmap]
    if missing:
        raise SystemExit(f"{source} lacks {missing}")
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[1, 2, 4, 6, 13, 14], notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern", "gasp", "DSIG", "meta", "LTSH", "VDMX", "hdmx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters.values())
    subsetter.subset(font)
    glyf, hmtx, cmap = font["glyf"], font["hmtx"], font.getBestCmap()
    for name in MARKS:
        glyph = glyf[cmap[unicode_of(name)]]
        back = round((glyph.xMin + glyph.xMax) / 2 + hmtx[cmap[ord("o")]][0] / 2)
        glyph.coordinates.translate((-back, 0))
        glyph.recalcBounds(glyf)
        hmtx[cmap[unicode_of(name)]] = (0, glyph.xMin)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = record.toUnicode().replace("Docgen Sans", "Docgen Sans Form").replace("DocgenSans", "DocgenSansForm")
    font["cmap"].tables = [table for table in font["cmap"].tables if (table.platformID, table.platEncID) == (3, 1)]
    program = io.BytesIO()
    font.save(program)
    # The data as it is embedded in the PDF.
    with open(target, "wb") as file:
        file.write(zlib.compress(program.getvalue(), 9))
    print(len(program.getvalue()))
    scale = 1000 / font["head"].unitsPerEm
    widths = [round(hmtx[cmap[characters[code]]][0] * scale) if code in characters else 0 for code in range(256)]
    print(widths)
    head, os2, hhea = font["head"], font["OS/2"], font["hhea"]
    print([round(v * scale) for v in (head.xMin, head.yMin, head.xMax, head.yMax)],
          [round(v * scale) for v in (hhea.ascent, hhea.descent, os2.sCapHeight)])


main(*sys.argv[1:])
