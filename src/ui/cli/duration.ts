import { InvalidArgumentError } from 'commander';

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 60 * 60],
  ['d', 24 * 60 * 60],
]);

/** `90s`, `30m`, `24h`, `7d` or `0`, in seconds. */
export function parseDuration(text: string): number {
  if (text === '0') return 0;
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It must be like 90s, 30m, 24h, 7d, or 0.');
  return Number(number) * (SECONDS.get(unit) ?? 1);
}
