"""Fills in Word forms with LibreOffice, as somebody does who types and chooses in its fields, and saves them as Word files.

usage: fill_in_libreoffice.py folder
The folder's forms.json is a list of {"form": file, "filled": file, "texts": {address in the custom XML part: text}}; a box with a
text is ticked. LibreOffice has its profile in the folder.
"""

import json
import os
import subprocess
import sys
import time
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connected(office, pipe):
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while office.poll() is None:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
        except NoConnectException:
            time.sleep(0.05)
    raise SystemExit(f"LibreOffice ended with {office.returncode}")


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
    pipe = f"docgen-{os.getpid()}"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    office = subprocess.Popen(["soffice", "--headless", "--norestore", profile, f"--accept=pipe,name={pipe};urp;"])
    desktop = connected(office, pipe)
    for form in forms:
        document = desktop.loadComponentFromURL(f"file://{folder}/{form['form']}", "_blank", 0, (option("Hidden", True),))
        for portion in list(portions(document.Text)):
            fill_in(portion, form["texts"])
        document.storeToURL(f"file://{folder}/{form['filled']}", (option("FilterName", "MS Word 2007 XML"),))
        document.close(True)
    desktop.terminate()
    office.wait()


main(sys.argv[1])
