/**
 * Door of the warnings: a schema and valid data in, sentences about what is probably a mistake out. A warning never
 * changes a status or the data. Knows no template and no company.
 */

import type { TSchema } from '@sinclair/typebox';
import { isAbsent } from '../../../schemas/shared/absent.ts';
import { printedByPrograms } from '../../../schemas/shared/printed-by-programs.ts';
import { rulesOf } from '../../../schemas/shared/warnings.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { joinPath } from '../validation/path.ts';
import type { FontCoverage } from './font-coverage.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Warnings about values that the schema accepts: from the rules beside each field, for words that programs
 * print, and for characters without a glyph.
 * In the order of the schema.
 * @param data the part of the caller's data that is in the schema
 */
export function findValueWarnings(schema: TSchema, data: Fields, fonts: FontCoverage): Warning[] {
  const found: Warning[] = [];
  const visit = (
    schema: TSchema,
    value: unknown,
    path: readonly string[],
    before: readonly Fields[],
  ): void => {
    const add = (code: Warning['code'], message: string) =>
      found.push({ code, field: joinPath(path), message });
    // A value that says nothing, such as "n/a", breaks no rule.
    for (const rule of isAbsent(value) ? [] : rulesOf(schema))
      if (rule.holds(value, { data, before })) add(rule.code, rule.message);
    if (typeof value === 'string') {
      const printed = printedByPrograms(value);
      if (printed !== undefined) add('unlikely_value', printed);
      const missing = fonts.firstMissing(value);
      if (missing !== undefined)
        add('missing_glyph', `has ${describe(missing)}, for which no font has a glyph`);
    } else if (Array.isArray(value)) {
      const isOfObjects = schema.items.properties !== undefined;
      for (const [index, entry] of value.entries())
        visit(schema.items, entry, [...path, String(index)], isOfObjects ? value.slice(0, index) : []);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {})) {
        const content = (value as Fields)[name];
        if (content !== undefined) visit(field, content, [...path, name], before);
      }
    }
  };
  visit(schema, data, [], []);
  return found;
}

/** The fields that were sent although their condition is false. Only fields of the first level have conditions. */
export function findDenied(schema: TSchema, data: Fields): string[] {
  return Object.entries<TSchema>(schema.properties ?? {})
    .filter(([name]) => data[name] !== undefined)
    .filter(([name, field]) =>
      rulesOf(field).some((rule) => rule.isCondition && rule.holds(data[name], { data, before: [] })),
    )
    .map(([name]) => name);
}

/** "U+1F600" */
function describe(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
