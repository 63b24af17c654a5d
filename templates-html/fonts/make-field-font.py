"""Makes the font of the PDF form fields from Docgen Sans: its Latin letters, Greek, and the Cyrillic letters of today's
languages, without hints and layout. `python3 make-field-font.py DocgenSans-Regular.ttf ../../src/formats/pdf/accessibility`, with
fonttools 4 and zopfli, writes `field-font.ttf.zlib` and `field-font.json`, which `field-font.ts` reads; `npx biome check --write src` formats the latter."""

import io
import json
import os
import subprocess
import sys
from collections import Counter
from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates
from fontTools.ttLib.tables.ttProgram import Program

# Basic Latin to Latin Extended-B, and Latin Extended Additional, C and D; the letters of the IPA block that have a capital
# letter (Ɓ ɓ); combining marks; Greek; Cyrillic of today's languages; punctuation; signs of currencies in use.
RANGES = [(0x20, 0x7E), (0xA0, 0x24F), (0x2C6, 0x2C6), (0x2DC, 0x2DC), (0x300, 0x30C), (0x323, 0x331), (0x386, 0x3CE), (0x401, 0x45F), (0x490, 0x491),
          (0x1E00, 0x1EFF), (0x2010, 0x203A), (0x20A6, 0x20AC), (0x20B1, 0x20B2), (0x20B4, 0x20B5), (0x20B8, 0x20B9), (0x2116, 0x2116),
          (0x2122, 0x2122), (0x2C60, 0x2C7F), (0xA720, 0xA7FF)]
RANGES += [(code, code) for code in range(0x250, 0x2B0) if chr(code).isupper() or chr(code) != chr(code).upper()]
MARKS = range(0x300, 0x332)
# An outline may move by so many units of Docgen Sans, which has 2,048 to the font size: 0.03 pt in a text of 10 pt.
TOLERANCE = 6
# A unit is 0.04 pt in a text of 10 pt.
UNITS_PER_EM = 256


def contours_of(glyph):
    """Each contour as its first point, and its points from there."""
    start = 0
    for end in glyph.endPtsOfContours:
        points = list(glyph.coordinates[start:end + 1])
        x, y = points[0]
        yield (x, y), (tuple((px - x, py - y) for px, py in points), bytes(glyph.flags[start:end + 1]))
        start = end + 1


def is_simple(glyph):
    return not glyph.isComposite() and glyph.numberOfContours > 0


def compose(font):
    """Turns each glyph that contains others into a composite of them and of the rest: "ẫ" of "a", "ˆ" and "˜"."""
    glyf, hmtx = font["glyf"], font["hmtx"]
    contours = {name: list(contours_of(glyf[name])) for name in font.getGlyphOrder() if is_simple(glyf[name])}
    # A glyph is made of those before it, the largest first.
    names = sorted(contours, key=lambda name: len(contours[name]))
    rests = {}
    for index, name in enumerate(names):
        rest, found = Counter((shape, at) for at, shape in contours[name]), []
        for part in reversed(names[:index]):
            (x, y), first = contours[part][0]
            for shape, (px, py) in list(rest):
                moved = Counter((one, (ax + px - x, ay + py - y)) for (ax, ay), one in contours[part])
                if shape == first and moved <= rest:
                    rest -= moved
                    found.append((part, px - x, py - y))
        if not found:
            continue
        for (points, flags), (x, y) in rest.elements():
            part = rests.setdefault((points, flags), f"rest{len(rests)}")
            if part not in glyf.glyphs:
                glyf[part] = contour(points, flags)
                hmtx[part] = (0, 0)
            found.append((part, x, y))
        glyf[name] = composite(glyf, found)


def contour(points, flags):
    glyph = Glyph()
    glyph.numberOfContours, glyph.endPtsOfContours = 1, [len(points) - 1]
    glyph.coordinates, glyph.flags, glyph.program = GlyphCoordinates(points), bytearray(flags), Program()
    return glyph


def composite(glyf, uses):
    pen = TTGlyphPen(glyf)
    for part, x, y in uses:
        pen.addComponent(part, (1, 0, 0, 1, x, y))
    return pen.glyph()


def simplify(font):
    """Draws the outlines with fewer points."""
    glyphs, glyf = font.getGlyphSet(), font["glyf"]
    for name in font.getGlyphOrder():
        if is_simple(glyf[name]):
            pen = TTGlyphPen(None)
            glyphs[name].draw(Qu2CuPen(Cu2QuPen(pen, TOLERANCE, all_quadratic=True), TOLERANCE, all_cubic=True))
            glyf[name] = pen.glyph(dropImpliedOnCurves=True)


def order_by_character(font, characters):
    """Gives the n-th character glyph n, one of its own, and the parts of composites the glyphs after them."""
    cmap, glyf, hmtx = font.getBestCmap(), font["glyf"], font["hmtx"]
    named = {}
    for code in characters:
        glyph = cmap[code]
        if glyph in named.values():
            glyph = f"same{code:X}"
            glyf[glyph] = composite(glyf, [(cmap[code], 0, 0)])
            hmtx[glyph] = hmtx[cmap[code]]
        named[code] = glyph
    first = [".notdef", *named.values()]
    order = [*first, *(name for name in glyf.keys() if name not in set(first))]
    font.setGlyphOrder(order)
    glyf.setGlyphOrder(order)
    return named


def move_marks(font):
    """Moves marks back by half the width of an "o", to be above the letter before them."""
    glyf, hmtx, cmap = font["glyf"], font["hmtx"], font.getBestCmap()
    for code in MARKS:
        if code in cmap:
            mark, moved = glyf[cmap[code]], f"moved{code:X}"
            back = round((mark.xMin + mark.xMax) / 2 + hmtx[cmap[ord("o")]][0] / 2)
            glyf[moved] = composite(glyf, [(cmap[code], -back, 0)])
            hmtx[moved] = (0, mark.xMin - back)
            for table in font["cmap"].tables:
                table.cmap[code] = moved


def main(source, folder):
    font = TTFont(source, recalcTimestamp=False)
    characters = [code for code in sorted(font.getBestCmap()) if any(first <= code <= last for first, last in RANGES)]
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[], notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern", "gasp", "DSIG", "meta", "LTSH", "VDMX", "hdmx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    cap_height = font["OS/2"].sCapHeight / font["head"].unitsPerEm
    move_marks(font)
    compose(font)
    simplify(font)
    glyph_of = order_by_character(font, characters)
    scale_upem(font, UNITS_PER_EM)
    del font["name"], font["OS/2"]
    font["post"].formatType = 3.0
    # The simple font reads only the characters of WinAnsiEncoding by `cmap`.
    win_ansi = {ord(one) for one in bytes(range(32, 256)).decode("cp1252", "ignore")}
    font["cmap"].tables = [table for table in font["cmap"].tables if (table.platformID, table.platEncID) == (3, 1)]
    font["cmap"].tables[0].cmap = {code: glyph for code, glyph in glyph_of.items() if code in win_ansi}
    program = io.BytesIO()
    font.save(program)
    target = f"{folder}/field-font.ttf"
    with open(target, "wb") as file:
        file.write(program.getvalue())
    # 1.4 KB smaller than zlib makes it.
    subprocess.run(["zopfli", "--zlib", "--i50", target], check=True)
    os.remove(target)
    scale = 1000 / UNITS_PER_EM
    head, hhea, hmtx = font["head"], font["hhea"], font["hmtx"]
    facts = {
        "programBytes": len(program.getvalue()),
        "box": [round(value * scale) for value in (head.xMin, head.yMin, head.xMax, head.yMax)],
        "ascent": round(hhea.ascent * scale),
        "descent": round(hhea.descent * scale),
        "capHeight": round(cap_height * 1000),
        "characters": "".join(map(chr, characters)),
        "widths": [round(hmtx[glyph_of[code]][0] * scale) for code in characters],
    }
    with open(f"{folder}/field-font.json", "w", encoding="utf-8") as file:
        json.dump(facts, file, ensure_ascii=False)
        file.write("\n")
    print(f"{len(characters)} characters, {font['maxp'].numGlyphs} glyphs, {os.path.getsize(f'{target}.zlib')} bytes")


main(*sys.argv[1:])
