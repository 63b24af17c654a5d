import { type TSchema, Type } from '@sinclair/typebox';
import { compileValidator } from '../validation/validator.ts';

export interface FieldFault {
  /** As "parties.fullName". */
  readonly field: string;
  /** What is wrong, and the cure. */
  readonly reason: string;
}

/** What is wrong with the texts that forms show beside the fields: title, description and example. */
export function fieldFaults(schema: TSchema, owner = ''): FieldFault[] {
  return Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = owner + name;
    const inner = field.properties === undefined ? field.items : field;
    const reasons = [lackOf('title', field.title), lackOf('description', field.description)];
    if (inner?.properties === undefined) reasons.push(faultOfExample(name, field));
    return [
      ...reasons.flatMap((reason) => (reason === undefined ? [] : [{ field: path, reason }])),
      ...(inner === undefined ? [] : fieldFaults(inner, `${path}.`)),
    ];
  });
}

function lackOf(what: string, text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== ''
    ? undefined
    : `has no ${what}; forms need one, so add it`;
}

function faultOfExample(name: string, field: TSchema): string | undefined {
  const [example] = field.examples ?? [];
  if (example === undefined || (Array.isArray(example) && example[0] === undefined))
    return 'has no example; forms need one, so add it';
  const verdict = compileValidator(Type.Object({ [name]: field }))({ [name]: example });
  if (verdict.valid) return undefined;
  const [{ message } = { message: 'must not be blank' }] = verdict.invalid;
  return `has an example that is not valid: it ${message}`;
}
