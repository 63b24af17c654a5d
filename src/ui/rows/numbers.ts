/**
 * A number as people write it: `1,850,000.50`, `1 850 000`, `1.850.000,50`, `12 %`.
 * @returns the text itself when it is not one number without doubt: `1.850` is 1,850 or 1.85
 */
export function readNumber(text: string): number | string {
  const trimmed = text.trim().replace(/[\s\u00a0\u202f'’_]|%$/g, '');
  if (!/^-?\d[\d.,]*$/.test(trimmed)) return text;
  const marks = trimmed.replaceAll(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return Number(trimmed);
  const isGrouped = (mark: string) => new RegExp(`^-?\\d{1,3}(\\${mark}\\d{3})+$`).test(trimmed);
  const kinds = new Set(marks);
  if (kinds.size === 1) {
    if (isGrouped(',')) return Number(trimmed.replaceAll(',', ''));
    if (marks.length > 1) return isGrouped('.') ? Number(trimmed.replaceAll('.', '')) : text;
    if (isGrouped('.') && !trimmed.startsWith('0') && !trimmed.startsWith('-0')) return text;
    return finite(trimmed.replace(',', '.'), text);
  }
  const [whole = '', decimals = ''] = [
    trimmed.slice(0, trimmed.lastIndexOf(last)),
    trimmed.slice(trimmed.lastIndexOf(last) + 1),
  ];
  const group = last === ',' ? '.' : ',';
  if (!new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return text;
  return finite(`${whole.replaceAll(group, '')}.${decimals}`, text);
}

function finite(digits: string, text: string): number | string {
  const number = Number(digits);
  return Number.isFinite(number) ? number : text;
}

/** `1850000.5` → `1,850,000.50` */
export function writeNumber(value: number): string {
  const decimals = Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: 20 });
}

/** What a number may be meant to be that can be read in two ways: `1.850` */
export function numberChoices(text: string): number[] {
  const match = /^(-?\d{1,3})\.(\d{3})$/.exec(text.trim());
  return match === null ? [] : [Number(`${match[1]}${match[2]}`), Number(`${match[1]}.${match[2]}`)];
}
