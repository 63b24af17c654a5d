import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import writeSheet from 'write-excel-file/universal';
import { numberChoices } from '../../../rows/numbers.ts';

/** Excel counts times of the day from here. */
const NO_DAY = '1899-12-3';
/** Of a part, unpacked: 100,000 rows of forty columns are some 200 MB. */
const MOST_BYTES = 256 * 1_024 * 1_024;
/** Characters that show most titles. */
const WIDTH = 22;

/** The cells of the first sheet, as texts that the form reads. @throws Error that tells the person why they cannot be read */
export async function readXlsx(file: File): Promise<string[][]> {
  const sheet = await unpacked(file)
    .then((bytes) => readSheet(bytes))
    .catch((cause) => {
      throw new Error(
        `${file.name} is no XLSX file that can be read: save it again as XLSX, or as “CSV UTF-8”.`,
        {
          cause,
        },
      );
    });
  return sheet.map((cells) => cells.map(cellText));
}

/**
 * The same file without compression. The library would unpack large parts in workers of `blob:`, which the page's policy
 * refuses.
 */
async function unpacked(file: File): Promise<ArrayBuffer> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) =>
      name.endsWith('.xml') || name.endsWith('.rels') ? isBounded(originalSize) : false,
  });
  return zipSync(parts, { level: 0 }).buffer;
}

function isBounded(bytes: number): true {
  if (bytes > MOST_BYTES) throw new Error('a part is too large');
  return true;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) {
    const [day = '', time = ''] = cell.toISOString().split('T');
    return day.startsWith(NO_DAY) ? time.slice(0, 5) : day;
  }
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = String(cell ?? '');
  // As a number it can be read in one way only.
  return typeof cell === 'number' && numberChoices(text).length > 0 ? `${text}0` : text;
}

/** A sheet of one line, whose columns are texts: a spreadsheet leaves what is typed as it is. */
export function writeXlsx(header: readonly string[]): Promise<Blob> {
  const titles = header.map((value) => ({ value, fontWeight: 'bold', wrap: true }) as const);
  const columns = header.map((title) => ({ width: Math.min(WIDTH, title.length + 4) }));
  return writeSheet([titles], { columns, stickyRowsCount: 1, sheet: 'List' }).toBlob();
}
