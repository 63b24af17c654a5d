import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What LibreOffice does with a file: `.uno:` and a command, or nothing. */
export interface Saving {
  readonly from: string;
  readonly to: string;
  readonly command?: 'AcceptAllTrackedChanges' | 'RejectAllTrackedChanges';
}

/**
 * Opens Word files with one LibreOffice, gives each a command, and saves it as another Word file.
 * @param folder where LibreOffice keeps its profile
 */
export async function saveByLibreOffice(folder: string, savings: readonly Saving[]): Promise<void> {
  const start = (what: string) =>
    run('soffice', ['--headless', '--norestore', `-env:UserInstallation=${pathToFileURL(folder)}`, what], {
      env: { ...process.env, HOME: folder },
    });
  // The first start of a profile writes the macros of LibreOffice into it.
  await start('--terminate_after_init');
  const basic = path.join(folder, 'user', 'basic');
  writeFileSync(path.join(basic, 'script.xlc'), LIBRARIES);
  writeFileSync(path.join(basic, 'Standard', 'script.xlb'), LIBRARY);
  writeFileSync(path.join(basic, 'Standard', 'Save.xba'), moduleOf(savings));
  await start('macro:///Standard.Save.All');
}

const doctype = (root: string, file: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${file}.dtd">\n`;
const LIBRARIES = `${doctype('library:libraries', 'libraries')}<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/>
</library:libraries>`;
const LIBRARY = `${doctype('library:library', 'library')}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
<library:element library:name="Save"/>
</library:library>`;

function moduleOf(savings: readonly Saving[]): string {
  const calls = savings.map(
    ({ from, to, command = '' }) => `Save "${pathToFileURL(from)}", "${pathToFileURL(to)}", "${command}"`,
  );
  return `${doctype('script:module', 'module')}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Save" script:language="StarBasic">
Sub All
${calls.join('\n')}
StarDesktop.terminate()
End Sub
Sub Save(source As String, target As String, command As String)
Dim none()
Dim word(0) As New com.sun.star.beans.PropertyValue
word(0).Name = "FilterName"
word(0).Value = "MS Word 2007 XML"
document = StarDesktop.loadComponentFromURL(source, "_blank", 0, none())
If command &lt;&gt; "" Then
dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:" &amp; command, "", 0, none())
End If
document.storeToURL(target, word())
document.close(True)
End Sub
</script:module>`;
}
