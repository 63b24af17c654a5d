import { type TSchema, Type } from '@sinclair/typebox';
import { schemasBelow } from '../../lib/paths.ts';
import { compileValidator } from '../validation/validator.ts';

interface FieldFault {
  /** As "parties.fullName". */
  readonly field: string;
  /** What is wrong, and the cure. */
  readonly reason: string;
}

/** What is wrong with the texts that forms show beside the fields: title, description and example. */
export function fieldFaults(schema: TSchema): FieldFault[] {
  const fields = [...schemasBelow(schema)].filter(([path]) => !path.endsWith('[]'));
  return fields.flatMap(([path, field]) => {
    const name = path.replaceAll('[]', '');
    const inner = field.properties === undefined ? field.items : field;
    const reasons = [lackOf('title', field.title), lackOf('description', field.description)];
    if (inner?.properties === undefined) reasons.push(faultOfExample(field as TSchema));
    return reasons.flatMap((reason) => (reason === undefined ? [] : [{ field: name, reason }]));
  });
}

function lackOf(what: string, text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== ''
    ? undefined
    : `has no ${what}; forms need one, so add it`;
}

function faultOfExample(field: TSchema): string | undefined {
  const [example] = field.examples ?? [];
  if (example === undefined || (Array.isArray(example) && example[0] === undefined))
    return 'has no example; forms need one, so add it';
  const verdict = compileValidator(Type.Object({ example: field }))({ example });
  if (verdict.valid) return undefined;
  const [{ message } = { message: 'must not be blank' }] = verdict.invalid;
  return `has an example that is not valid: it ${message}`;
}
