import { schemasBelow } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { rulesOn } from '../rows/published-schema.ts';

/** Longer lists are not spelled out: there are hundreds of countries. */
const MOST_CHOICES = 10;

/** One row per field: path, type, when it is required, and description. */
export function fieldRows(schema: DataSchema): string[][] {
  return [...schemasBelow(schema)].flatMap(([path, field, owner]) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const row = [path, describeValue(field), describeRequired(owner, name), field.description ?? ''];
    return path.endsWith('[]') ? [] : [row];
  });
}

function describeValue(field: DataSchema): string {
  const { type, items, format, minimum, maximum } = field;
  if (field.enum !== undefined) {
    return field.enum.length > MOST_CHOICES ? `one of ${field.enum.length} names` : field.enum.join(' | ');
  }
  switch (type) {
    case 'array':
      return items?.type === 'object' ? 'list of objects' : 'list of texts';
    case 'boolean':
      return 'true | false';
    case 'integer':
    case 'number': {
      const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
      if (minimum === undefined) return most === undefined ? type : `${type}, at most ${most}`;
      return most === undefined ? `${type}, from ${minimum}` : `${type}, ${minimum} to ${most}`;
    }
    default:
      return format ?? 'text';
  }
}

function describeRequired(schema: DataSchema, name: string): string {
  if (schema.required?.includes(name)) return 'yes';
  const conditions = rulesOn(schema, name).map(({ by, values }) => `if ${by} is ${values.join(' or ')}`);
  return conditions.join('; ') || '-';
}
