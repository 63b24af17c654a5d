import type { TSchema } from '@sinclair/typebox';
import type { Template } from './template.ts';

/** The data of the two documents that every text must make: all there is, and the least. The titles follow "with". */
export function extremes({ schema, sample }: Pick<Template, 'schema' | 'sample'>) {
  return [
    { title: 'the sample data', data: sample },
    { title: 'the required fields alone', data: minimalData(schema, sample) as typeof sample },
  ];
}

/**
 * The smallest valid data: the required fields only, at every level, with values from the sample.
 * @param sample valid data
 */
export function minimalData(schema: TSchema, sample: unknown): unknown {
  if (Array.isArray(sample)) {
    const entries = sample.slice(0, Math.max(1, schema.minItems ?? 0));
    return schema.items === undefined ? entries : entries.map((entry) => minimalData(schema.items, entry));
  }
  if (schema.properties === undefined || typeof sample !== 'object' || sample === null) return sample;
  const required: readonly string[] = schema.required ?? [];
  return Object.fromEntries(
    required.map((name) => [name, minimalData(schema.properties[name], sample[name as keyof typeof sample])]),
  );
}
