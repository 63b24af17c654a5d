import { ACCENT } from '../../document/letterhead.ts';
import { clamp } from './values.ts';

/** Stands for the accent colour until the file is complete. No text can contain it: XML does not allow the character. */
export const ACCENT_MARK = '\u0001';

const NAMED: ReadonlyMap<string, string> = new Map([
  [ACCENT, ACCENT_MARK],
  ['black', '000000'],
  ['silver', 'C0C0C0'],
  ['gray', '808080'],
  ['grey', '808080'],
  ['white', 'FFFFFF'],
  ['maroon', '800000'],
  ['red', 'FF0000'],
  ['purple', '800080'],
  ['fuchsia', 'FF00FF'],
  ['green', '008000'],
  ['lime', '00FF00'],
  ['olive', '808000'],
  ['yellow', 'FFFF00'],
  ['navy', '000080'],
  ['blue', '0000FF'],
  ['teal', '008080'],
  ['aqua', '00FFFF'],
  ['orange', 'FFA500'],
  ['darkblue', '00008B'],
  ['darkgreen', '006400'],
  ['darkred', '8B0000'],
  ['darkgray', 'A9A9A9'],
  ['darkgrey', 'A9A9A9'],
  ['dimgray', '696969'],
  ['dimgrey', '696969'],
  ['gainsboro', 'DCDCDC'],
  ['lightgray', 'D3D3D3'],
  ['lightgrey', 'D3D3D3'],
  ['lightblue', 'ADD8E6'],
  ['lightyellow', 'FFFFE0'],
  ['midnightblue', '191970'],
  ['slategray', '708090'],
  ['slategrey', '708090'],
  ['steelblue', '4682B4'],
  ['whitesmoke', 'F5F5F5'],
]);

/**
 * @returns "RRGGBB", as Word writes a colour, or the mark of the accent colour; blended with white where it is translucent; "none" for a fully
 * transparent one; undefined for a value that is not a known colour
 */
export function parseColor(value: string): string | undefined {
  const name = value.trim().toLowerCase();
  if (name === 'transparent') return 'none';
  const hex = /^#([0-9a-f]{3,8})$/.exec(name)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const call = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(name);
  if (call === null) return NAMED.get(name);
  const numbers = (call[2] ?? '').split(/[\s,/]+/).filter((part) => part !== '');
  return call[1] === 'rgb' ? fromRgb(numbers) : fromHsl(numbers);
}

function fromHex(hex: string): string | undefined {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  if (digits.length !== 6 && digits.length !== 8) return undefined;
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return blendWithWhite([channel(0), channel(2), channel(4)], digits.length === 8 ? channel(6) / 255 : 1);
}

function fromRgb(numbers: readonly string[]): string | undefined {
  const channels = numbers
    .slice(0, 3)
    .map((number) => clamp(share(number) * (number.endsWith('%') ? 255 : 1), 0, 255));
  return blendWithWhite(channels, share(numbers[3] ?? '1'));
}

function fromHsl(numbers: readonly string[]): string | undefined {
  const hue = Number.parseFloat(numbers[0] ?? '');
  const saturation = clamp(share(numbers[1] ?? ''), 0, 1);
  const lightness = clamp(share(numbers[2] ?? ''), 0, 1);
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const sector = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1)));
  };
  return blendWithWhite([channel(0), channel(8), channel(4)], share(numbers[3] ?? '1'));
}

/** A percentage as a fraction; a plain number unchanged. */
function share(number: string): number {
  const amount = Number.parseFloat(number);
  return number.endsWith('%') ? amount / 100 : amount;
}

function blendWithWhite(channels: readonly number[], opacity: number): string | undefined {
  const alpha = clamp(opacity, 0, 1);
  if (channels.length !== 3 || ![...channels, alpha].every(Number.isFinite)) return undefined;
  if (alpha === 0) return 'none';
  return channels
    .map((channel) => Math.round(channel * alpha + 255 * (1 - alpha)))
    .map((channel) => clamp(channel, 0, 255).toString(16).padStart(2, '0').toUpperCase())
    .join('');
}
