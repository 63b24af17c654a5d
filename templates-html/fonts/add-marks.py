"""Makes DocgenSans-*.ttf from the Carlito files: the same letters and widths, with the combining marks that Yoruba, Igbo
and Hausa need and a no-break space, which Carlito lacks, and without kerning that nobody sees. `python3 add-marks.py <folder of Carlito> .`, with fonttools 4."""

import sys
from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FAMILY = "Docgen Sans"
FACES = ("Regular", "Bold", "Italic", "BoldItalic")
# Combining mark → glyph of the font with the same shape.
ABOVE = {0x300: 0x60, 0x301: 0xB4, 0x302: 0x2C6, 0x303: 0x2DC, 0x304: 0xAF, 0x306: 0x2D8, 0x307: 0x2D9, 0x308: 0xA8,
         0x30A: 0x2DA, 0x30B: 0x2DD, 0x30C: 0x2C7}
DOT_BELOW, MACRON_BELOW = 0x323, 0x331
# Letters of Yoruba and Igbo with a tone mark for which there is no code point. They get their own glyphs, so that readers
# of the PDF do not split the word.
TONED, TONES = "ọẹịụṣmnỌẸỊỤṢMN", (0x300, 0x301, 0x302, 0x304, 0x30C)
# The features that Chromium uses unasked; digits are of one width without any. Glyphs that only others reach are left out:
# Chromium 156 embeds every alternate of a printed letter, which took 10 KB of a document of two fonts.
FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark"]
# Carlito moves three of four of the kerned pairs in a text by less than this, in thousandths of the font size: by 0.05 mm, which
# nobody sees. Chromium writes the letters after each such pair apart, which took a twentieth of a print.
LEAST_KERNING = 14
LETTERS = [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x250), *range(0x250, 0x2B0), *range(0x1E00, 0x1F00)]


def bounds(glyphs, name):
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return pen.bounds


def drawn(font, source, dx, dy):
    """A moved copy of the outline of a glyph."""
    glyphs, pen = font.getGlyphSet(), TTGlyphPen(None)
    record = DecomposingRecordingPen(glyphs)
    glyphs[source].draw(record)
    for operator, points in record.value:
        getattr(pen, operator)(*[p and (round(p[0] + dx), round(p[1] + dy)) for p in points])
    return pen.glyph()


def add(font, name, codepoint, glyph):
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (0, getattr(glyph, "xMin", 0))
    for table in font["cmap"].tables:
        if table.isUnicode() and codepoint is not None:
            table.cmap[codepoint] = name


def build(source, target, face):
    font = TTFont(source)
    cmap, glyphs = font.getBestCmap(), font.getGlyphSet()
    above, below = {}, {}
    x_height = bounds(glyphs, cmap[0x78])[3]
    for mark, sign in ABOVE.items():
        if mark in cmap or sign not in cmap:
            continue
        left, bottom, right, top = bounds(glyphs, cmap[sign])
        above[mark] = ((left + right) / 2, x_height)
        add(font, f"mark{mark:04X}", mark, drawn(font, cmap[sign], 0, 0))
    # The full stop, moved down to the height of the dot of "ọ".
    left, bottom, right, top = bounds(glyphs, cmap[0x2E])
    below[DOT_BELOW] = ((left + right) / 2, 0)
    add(font, "mark0323", DOT_BELOW, drawn(font, cmap[0x2E], 0, bounds(glyphs, cmap[0x1ECD])[1] - bottom))
    left, bottom, right, top = bounds(glyphs, cmap[0xAF])
    below[MACRON_BELOW] = ((left + right) / 2, 0)
    add(font, "mark0331", MACRON_BELOW, drawn(font, cmap[0xAF], 0, -200 - top))

    # Without a glyph of its own, a no-break space has that of a space, and Chromium writes each apart, with a text that replaces it.
    add(font, "uni00A0", 0xA0, TTGlyphPen(None).glyph())
    font["hmtx"]["uni00A0"] = font["hmtx"][cmap[0x20]]

    lines = []
    for mark, (x, y) in above.items():
        lines.append(f"markClass mark{mark:04X} <anchor {round(x)} {round(y)}> @ABOVE;")
    for mark, (x, y) in below.items():
        lines.append(f"markClass mark{mark:04X} <anchor {round(x)} {round(y)}> @BELOW;")
    lines.append("feature mark {")
    for letter in LETTERS:
        name = cmap.get(letter)
        box = name and bounds(glyphs, name)
        if not box or font["hmtx"][name][0] == 0:
            continue
        x = round((box[0] + box[2]) / 2)
        lines.append(f"  pos base {name} <anchor {x} {round(max(box[3], x_height))}> mark @ABOVE"
                     f" <anchor {x} {round(min(box[1], 0))}> mark @BELOW;")
    lines.append("} mark;")
    lines.append("feature ccmp {")
    for letter in TONED:
        for tone in TONES:
            base, mark = cmap[ord(letter)], f"mark{tone:04X}"
            name, box = f"{base}.{tone:04X}", bounds(glyphs, base)
            x = round((box[0] + box[2]) / 2 - above[tone][0])
            pen = TTGlyphPen(dict.fromkeys(font.getGlyphOrder()))
            pen.addComponent(base, (1, 0, 0, 1, 0, 0))
            pen.addComponent(mark, (1, 0, 0, 1, x, round(max(box[3], x_height) - x_height)))
            add(font, name, None, pen.glyph())
            font["hmtx"][name] = font["hmtx"][base]
            lines.append(f"  sub {base} {mark} by {name};")
    lines.append("} ccmp;")
    scratch = TTFont(source)
    scratch.setGlyphOrder(font.getGlyphOrder())
    for tag in ("GPOS", "GSUB"):
        del scratch[tag]
    scratch["glyf"], scratch["hmtx"], scratch["cmap"] = font["glyf"], font["hmtx"], font["cmap"]
    addOpenTypeFeaturesFromString(scratch, "\n".join(lines))
    merge(font["GPOS"].table, scratch["GPOS"].table)
    join(font["GSUB"].table, scratch["GSUB"].table)
    classes = font["GDEF"].table.GlyphClassDef.classDefs
    classes.update({f"mark{mark:04X}": 3 for mark in (*above, *below)})
    font["maxp"].numGlyphs = len(font.getGlyphOrder())
    rename(font, face)
    drop_small_kerning(font)
    slim(font)
    font.save(target)
    print(target, sorted(hex(mark) for mark in (*above, *below)))


def merge(table, other):
    """Appends the single feature of the other table to every script of this table."""
    first = len(table.LookupList.Lookup)
    table.LookupList.Lookup.extend(other.LookupList.Lookup)
    table.LookupList.LookupCount = len(table.LookupList.Lookup)
    record = other.FeatureList.FeatureRecord[0]
    record.Feature.LookupListIndex = [first + index for index in record.Feature.LookupListIndex]
    table.FeatureList.FeatureRecord.append(record)
    at = len(table.FeatureList.FeatureRecord) - 1
    for script in table.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys, *[each.LangSys for each in script.Script.LangSysRecord]]
        for system in filter(None, systems):
            system.FeatureIndex.append(at)
            system.FeatureCount = len(system.FeatureIndex)


def join(table, other):
    """Appends the lookups of the other table to the feature of the same name in every script of this table."""
    first = len(table.LookupList.Lookup)
    table.LookupList.Lookup.extend(other.LookupList.Lookup)
    table.LookupList.LookupCount = len(table.LookupList.Lookup)
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "ccmp":
            record.Feature.LookupListIndex.extend(range(first, table.LookupList.LookupCount))
            record.Feature.LookupCount = len(record.Feature.LookupListIndex)


def drop_small_kerning(font):
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            pairs = getattr(table, "ExtSubTable", table)
            if pairs.LookupType != 2:
                continue
            sets = pairs.PairSet if pairs.Format == 1 else pairs.Class1Record
            for pair in (each for one in sets for each in (one.PairValueRecord if pairs.Format == 1 else one.Class2Record)):
                if pair.Value1 is not None and abs(pair.Value1.XAdvance) * 1000 < LEAST_KERNING * font["head"].unitsPerEm:
                    pair.Value1.XAdvance = 0


def slim(font):
    """Leaves out hints, which took 9 KB of a document of two fonts, and glyphs that no text reaches."""
    options = subset.Options(hinting=False, layout_features=FEATURES, name_IDs=["*"], name_languages=["*"], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)


def rename(font, face):
    """Renames the font, because the name Carlito is reserved (OFL 1.1, section 3)."""
    style = {"BoldItalic": "Bold Italic"}.get(face, face)
    names = {1: FAMILY, 2: style, 3: f"{FAMILY} {style} 1.0", 4: f"{FAMILY} {style}", 6: f"DocgenSans-{face}"}
    for record in list(font["name"].names):
        if record.nameID in names:
            record.string = names[record.nameID]
        elif record.nameID in (16, 17, 18, 21, 22):
            font["name"].removeNames(nameID=record.nameID)


for face in FACES:
    build(f"{sys.argv[1]}/Carlito-{face}.ttf", f"{sys.argv[2]}/DocgenSans-{face}.ttf", face)
