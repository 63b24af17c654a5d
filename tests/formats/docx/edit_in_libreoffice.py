"""Edits Word files with LibreOffice, as somebody does who types, deletes, moves and pastes.

usage: edit_in_libreoffice.py folder
Each line of the input is a command as JSON, each line of the output what the document then is, with all fields and indexes
updated. LibreOffice has its profile in the folder.
"""

import json
import os
import sys
import uno
from office import WORD, opened, option, running_office


# What `REF \\w` is.
FULL = uno.getConstantByName("com.sun.star.text.ReferenceFieldPart.NUMBER_FULL_CONTEXT")


def elements(enumerable):
    enumeration = enumerable.createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


def is_table(block):
    return block.supportsService("com.sun.star.text.TextTable")


def is_entry(block):
    """Whether a block is of the table of contents."""
    return not is_table(block) and block.ParaStyleName.startswith("Contents ")


def pieces(paragraph):
    """The words of a paragraph, those in controls and fields, the references, and the bookmarks that begin in it."""
    names, parts = [], []
    for portion in elements(paragraph):
        kind = portion.TextPortionType
        if kind == "Bookmark" and portion.IsStart:
            names.append(portion.Bookmark.Name)
        elif kind == "TextField" and portion.TextField.supportsService("com.sun.star.text.TextField.GetReference"):
            field = portion.TextField
            parts.append({"to": field.SourceName, "isFull": field.ReferenceFieldPart == FULL})
        elif kind == "ContentControl":
            parts.append({"held": "".join(inner.String for inner in elements(portion.ContentControl))})
        elif kind == "TextField":
            parts.append({"held": portion.String})
        elif portion.String:
            parts.append(portion.String)
    return {"bookmarks": names, "parts": parts}


def paragraph_of(paragraph, is_whole):
    line = {
        "style": paragraph.ParaStyleName,
        "label": paragraph.ListLabelString,
        "text": paragraph.String,
    }
    return {**line, **pieces(paragraph)} if is_whole else line


def block_of(block, is_whole):
    if not is_table(block):
        return paragraph_of(block, is_whole)
    cells = [paragraphs(block.getCellByName(name)) for name in block.CellNames]
    return {"rows": block.Rows.Count, "cells": [[paragraph_of(one, is_whole) for one in cell] for cell in cells]}


def paragraphs(cell):
    """Those of the tables in it, too."""
    for block in elements(cell):
        if is_table(block):
            for name in block.CellNames:
                yield from paragraphs(block.getCellByName(name))
        else:
            yield block


class Edited:
    """A document that is edited by what the keys and menus do. Blocks are counted from 0, without those of the table of contents."""

    def __init__(self, desktop, dispatcher):
        self.desktop = desktop
        self.dispatcher = dispatcher
        self.document = None

    def blocks(self):
        return [block for block in elements(self.document.Text) if not is_entry(block)]

    def state(self, is_whole=False):
        self.document.TextFields.refresh()
        for number in range(self.document.DocumentIndexes.Count):
            self.document.DocumentIndexes.getByIndex(number).update()
        contents = [block.String for block in elements(self.document.Text) if is_entry(block)]
        return {"contents": contents, "blocks": [block_of(block, is_whole) for block in self.blocks()]}

    def open(self, file):
        if self.document is not None:
            self.document.close(True)
        self.document = opened(self.desktop, file)
        return self.state(is_whole=True)

    @property
    def view(self):
        return self.document.CurrentController.ViewCursor

    def do(self, command, **arguments):
        options = tuple(option(name, value) for name, value in arguments.items())
        self.dispatcher.executeDispatch(self.document.CurrentController.Frame, f".uno:{command}", "", 0, options)

    def type(self, paragraph):
        self.apply(paragraph["style"])
        self.do("InsertText", Text=paragraph["text"])

    def apply(self, name):
        """A style, and its level: LibreOffice 7.4 keeps the level where both styles are of one list, so one presses Tab."""
        self.do("StyleApply", Style=name, FamilyName="ParagraphStyles")
        self.indent(self.document.StyleFamilies.getByName("ParagraphStyles").getByName(name).NumberingLevel)

    def indent(self, level):
        """Tab, or Shift and Tab, at the start of a paragraph."""
        for _ in range(self.view.NumberingLevel, level):
            self.do("DecrementLevel")
        for _ in range(level, self.view.NumberingLevel):
            self.do("IncrementLevel")

    def below(self, after, paragraphs):
        """The Enter key at the end of a paragraph."""
        self.view.gotoRange(self.blocks()[after].End, False)
        for paragraph in paragraphs:
            self.do("InsertPara")
            self.type(paragraph)
        return self.state()

    def above(self, before, paragraphs):
        """The Enter key at the start of a paragraph, then words in the new one above it."""
        for number, paragraph in enumerate(paragraphs):
            self.view.gotoRange(self.blocks()[before + number].Start, False)
            self.do("InsertPara")
            self.do("GoUp")
            self.type(paragraph)
        return self.state()

    def select(self, first, last):
        """Whole paragraphs, from the start of one to the start of another."""
        blocks = self.blocks()
        self.view.gotoRange(blocks[first].Start, False)
        self.view.gotoRange(blocks[last + 1].Start, True)

    def remove(self, first, last):
        self.select(first, last)
        self.do("Delete")
        return self.state()

    def tracked(self, first, last, decision):
        """Removed while changes are tracked, which are then accepted or rejected."""
        self.document.RecordChanges = True
        self.remove(first, last)
        self.document.RecordChanges = False
        self.do(f"{decision}AllTrackedChanges")
        return self.state()

    def saved(self, file, kind):
        """Saved as another kind of file and opened, and so again as a Word file."""
        for name in (kind, WORD):
            self.document.storeToURL(f"file://{file}", (option("FilterName", name),))
            shown = self.open(file)
            file += ".docx"
        return shown

    def held(self, first, last):
        self.select(first, last)
        return self.document.CurrentController.getTransferable()

    def move(self, first, last, before):
        """Cut and paste. The place is counted without what was cut."""
        held = self.held(first, last)
        self.do("Delete")
        self.insert(held, before)
        return self.state()

    def copy(self, first, last, before):
        self.insert(self.held(first, last), before)
        return self.state()

    def cut(self, at, after):
        """The Enter key within a paragraph."""
        self.view.gotoRange(self.blocks()[at].Start, False)
        self.view.goRight(after, False)
        self.do("InsertPara")
        return self.state()

    def insert(self, held, before):
        self.view.gotoRange(self.blocks()[before].Start, False)
        self.document.CurrentController.insertTransferable(held)

    def style(self, at, style):
        self.view.gotoRange(self.blocks()[at].Start, False)
        self.apply(style)
        return self.state()

    def level(self, at, level):
        self.view.gotoRange(self.blocks()[at].Start, False)
        self.indent(level)
        return self.state()

    def restart(self, at):
        self.view.gotoRange(self.blocks()[at].Start, False)
        self.do("NumberingStart")
        return self.state()

    def row(self, at, text):
        """A row at the end of a table, with words in its first cell."""
        table = self.blocks()[at]
        table.Rows.insertByIndex(table.Rows.Count, 1)
        table.getCellByName(f"A{table.Rows.Count}").setString(text)
        return self.state()

    def row_out(self, at, row):
        self.blocks()[at].Rows.removeByIndex(row, 1)
        return self.state()

    def paste(self, before, file):
        """All of another file, at the start of a paragraph."""
        other = opened(self.desktop, file)
        view = other.CurrentController.ViewCursor
        view.gotoStart(False)
        view.gotoEnd(True)
        held = other.CurrentController.getTransferable()
        self.insert(held, before)
        other.close(True)
        return self.state()


def main(folder):
    with running_office(folder) as office:
        edited = Edited(office.desktop, office.dispatcher)
        for line in sys.stdin:
            command, *words = json.loads(line)
            print(json.dumps(getattr(edited, command)(*words)), flush=True)


if __name__ == "__main__":
    main(os.path.realpath(sys.argv[1]))
