import type { TSchema } from '@sinclair/typebox';

/**
 * The least that a schema takes: required fields alone, at every level, filled from the sample.
 * @param sample a value that the schema takes
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
