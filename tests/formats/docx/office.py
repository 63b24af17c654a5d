"""Starts LibreOffice, and speaks with it by UNO."""

import os
import subprocess
import time
from contextlib import contextmanager
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

WORD = "MS Word 2007 XML"


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


class Office:
    """What a LibreOffice offers that is used here."""

    def __init__(self, context):
        def service(name):
            return context.ServiceManager.createInstanceWithContext(f"com.sun.star.frame.{name}", context)

        self.desktop = service("Desktop")
        self.dispatcher = service("DispatchHelper")


@contextmanager
def running_office(folder):
    """A LibreOffice that has its profile in the folder."""
    pipe = f"docgen-{os.getpid()}"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    office = subprocess.Popen(
        ["soffice", "--headless", "--norestore", profile, f"--accept=pipe,name={pipe};urp;"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        made = Office(_connected(office, pipe))
        yield made
        made.desktop.terminate()
    except BaseException:
        # `soffice` is a script's child, which hands this signal on.
        office.terminate()
        raise
    finally:
        office.wait()


def _connected(office, pipe):
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while office.poll() is None:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.05)
    raise SystemExit(f"LibreOffice ended with {office.returncode}")


def opened(desktop, file):
    return desktop.loadComponentFromURL(f"file://{file}", "_blank", 0, (option("Hidden", True),))


def save_as_word(document, file):
    document.storeToURL(f"file://{file}", (option("FilterName", WORD),))
