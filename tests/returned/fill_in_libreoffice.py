"""Fills in Word forms with LibreOffice, as somebody does who types and chooses in its fields, and saves them as Word files.

usage: fill_in_libreoffice.py folder
The folder's forms.json is a list of {"form": name, "filled": name, "fields": {prompt: text}, "dates": [[prompt, day, text]],
"boxes": [position among the check boxes]}, and its profile is that of LibreOffice.
"""

import json
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
