import { emptyHeader } from '../../../rows/columns.ts';
import { csvCell } from '../../../rows/csv-form.ts';
import { Plain } from '../buttons.tsx';
import type { Opened } from '../opened.ts';
import { saveFile } from '../save-file.ts';

/** By the extension of their names. */
const FORMATS: Readonly<Record<string, (header: readonly string[]) => Blob | Promise<Blob>>> = {
  xlsx: async (header) => (await import('./xlsx.ts')).writeXlsx(header),
  csv: csvOf,
};

/** The list to fill in, as a file for a spreadsheet. */
export function EmptyList({ shown: { schema, body } }: { readonly shown: Opened }) {
  return (
    <>
      {Object.entries(FORMATS).map(([extension, make]) => (
        <Plain
          key={extension}
          onClick={async () =>
            saveFile(await make(emptyHeader(schema)), `${body.templateId}-list.${extension}`)
          }
        >
          Download an empty list ({extension.toUpperCase()})
        </Plain>
      ))}
    </>
  );
}

/** With a byte order mark, by which spreadsheets know UTF-8. */
function csvOf(header: readonly string[]): Blob {
  return new Blob([`\ufeff${header.map(csvCell).join(',')}\r\n`], { type: 'text/csv' });
}
