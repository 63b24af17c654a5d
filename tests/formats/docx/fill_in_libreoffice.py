"""Fills in Word forms with LibreOffice, as somebody does who types and chooses in its fields, and saves them as Word files.

usage: fill_in_libreoffice.py folder
The folder's forms.json is a list of {"form": file, "filled": file, "texts": {address in the custom XML part: text}}; a box with a
text is ticked. LibreOffice has its profile in the folder.
"""

import json
import os
import sys
from office import opened, running_office, save_as_word


def portions(text):
    blocks = text.createEnumeration()
    while blocks.hasMoreElements():
        block = blocks.nextElement()
        if block.supportsService("com.sun.star.text.TextTable"):
            for name in block.CellNames:
                yield from portions(block.getCellByName(name))
        else:
            inner = block.createEnumeration()
            while inner.hasMoreElements():
                yield inner.nextElement()


def values(bag):
    for entry in bag:
        yield entry.Name, entry.Value
        if isinstance(entry.Value, tuple):
            yield from values(entry.Value)


def fill_in(portion, texts):
    """LibreOffice 7.4 has dates, boxes and lists as content controls, and plain texts as input fields."""
    if portion.TextPortionType == "TextField" and hasattr(portion.TextField, "InteropGrabBag"):
        field = portion.TextField
        text = texts.get(dict(values(field.InteropGrabBag)).get("ooxml:CT_DataBinding_xpath"))
        if text is not None:
            field.Content = text
    elif portion.TextPortionType == "ContentControl":
        control = portion.ContentControl
        text = texts.get(control.DataBindingXpath)
        if text is None:
            return
        control.ShowingPlaceHolder = False
        if control.Checkbox:
            control.Checked = True
        control.createEnumeration().nextElement().setString(text)


def main(folder):
    with open(os.path.join(folder, "forms.json"), encoding="utf-8") as file:
        forms = json.load(file)
    with running_office(folder) as office:
        for form in forms:
            document = opened(office.desktop, os.path.join(folder, form["form"]))
            for portion in list(portions(document.Text)):
                fill_in(portion, form["texts"])
            save_as_word(document, os.path.join(folder, form["filled"]))
            document.close(True)


main(sys.argv[1])
