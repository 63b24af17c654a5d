import { isAbsent, toNumber } from '../values.ts';

const PERCENT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });
const NUMERIC = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** 30 → "30%", "12.5" → "12.5%". Returns a value that is not a number unchanged. */
export function percent(value: unknown): unknown {
  const isNumber = typeof value === 'string' ? NUMERIC.test(value.trim()) : Number.isFinite(value);
  return isNumber ? `${PERCENT.format(Number(value))}%` : value;
}

/** @param method 'ceil', 'floor', or 'common' (the default) */
export function round(value: unknown, precision?: unknown, method?: unknown): number {
  const factor = 10 ** (isAbsent(precision) ? 0 : toNumber(precision));
  const scaled = toNumber(value) * factor;
  if (method === 'ceil') return Math.ceil(scaled) / factor;
  if (method === 'floor') return Math.floor(scaled) / factor;
  return Math.round(scaled) / factor;
}

/** The integer at the start of a text, or `other`. */
export function int(value: unknown, other?: unknown, base?: unknown): unknown {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const whole = Number.parseInt(text, isAbsent(base) ? 10 : toNumber(base));
  return Number.isNaN(whole) ? other : whole;
}

export function abs(value: unknown): number {
  return Math.abs(toNumber(value));
}
