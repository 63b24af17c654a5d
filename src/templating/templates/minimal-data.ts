import type { TSchema } from '@sinclair/typebox';

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
