import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SourceFault } from './source-faults.ts';

/** `file:///…/schemas/a/1.0.0.ts:2:6` in a stack frame, `/…/schemas/a/1.0.0.ts:3` above a syntax error. */
const PLACE = /(?:^|[\s(])(?:file:\/\/)?(\/[^\n]*?\.ts):(\d+)(?::(\d+))?/gm;
const CARET = /^[^\n]*\n[^\n]*\n( *)\^/;
const JSON_FILE = /^(\/[^\n]*?\.json): (.*)$/s;
const JSON_PLACE = /(?: in JSON)?(?: at position \d+)?(?: \(line (\d+) column (\d+)\))?$/;
const MISSING = /^Cannot find (?:module|package) '([^']*)' imported from (\S+)$/;

/**
 * Explains why a schema could not be imported: a syntax error, a missing file, or an exception.
 * @param file the imported file; the fault may be in a file that it imports
 */
export function importFault(root: string, file: string, error: unknown): SourceFault {
  const { message: told, stack = '', code } = error as Error & { code?: string };
  const message = told.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '');
  const relative = (absolute: string) => path.relative(root, absolute);
  const [, json, what = ''] = JSON_FILE.exec(told) ?? [];
  if (json !== undefined) return jsonFault(relative(json), what);
  const [, wanted, importer] = MISSING.exec(told) ?? [];
  if (wanted !== undefined && importer !== undefined) {
    const name = path.isAbsolute(wanted) ? relative(wanted) : wanted;
    return {
      file: relative(importer),
      reason: `it imports ${name}, which is not there; add it or correct the name`,
    };
  }
  const place = placeIn(root, stack);
  const isSyntax = code?.endsWith('_TYPESCRIPT_SYNTAX') ?? false;
  return {
    file,
    ...place,
    reason: isSyntax
      ? `this is not valid TypeScript: ${message}; look for a comma, quotation mark or bracket that is missing`
      : `${message}; correct the name, or import it at the top of the file`,
  };
}

/** @param message of `JSON.parse`, with or without a position */
export function jsonFault(file: string, message: string): SourceFault {
  const [end, line, column] = JSON_PLACE.exec(message) ?? [''];
  const place = line === undefined ? {} : { line: Number(line), column: Number(column) };
  return {
    file,
    ...place,
    reason: `this is not valid JSON: ${message.slice(0, message.length - end.length)}`,
  };
}

/** The first position in a file of the project that the stack names. A syntax error shows its column by a caret. */
function placeIn(root: string, stack: string): Omit<SourceFault, 'reason'> | undefined {
  for (const [, absolute = '', line, column] of stack.matchAll(PLACE)) {
    const file = path.relative(path.join(root, 'schemas'), absolute);
    if (file.startsWith('..') || !existsSync(absolute)) continue;
    const caret = CARET.exec(stack)?.[1]?.length ?? 0;
    return {
      file: `schemas/${file}`,
      line: Number(line),
      column: column === undefined ? caret + 1 : Number(column),
    };
  }
  return undefined;
}
