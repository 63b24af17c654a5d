import { Counter, Histogram, type Registry } from 'prom-client';
import { DOCUMENT_FORMATS } from '../../../../schemas/formats.ts';
import type { DocumentRecord, Making, Trail } from '../../use-cases/trail.ts';

const OUTCOMES = ['ok', 'failed', 'refused', 'aborted'] as const satisfies DocumentRecord['outcome'][];

const CUSTOM = { template: 'custom', version: 'custom', source: 'custom' };

function labelsOf({ templateId, version }: Pick<DocumentRecord, 'templateId' | 'version'>) {
  return { template: templateId, version, source: 'global' };
}

/**
 * Counts the documents of a trail by template and outcome, with their times and sizes. The number of series is bounded:
 * the trail names only templates that exist, and companies' own count together as `custom`.
 * @param templates the texts of the service
 * @returns the same trail, measured
 */
export function measureDocuments(
  registry: Registry,
  trail: Trail,
  templates: Iterable<Pick<DocumentRecord, 'templateId' | 'version'>>,
): Trail {
  const documents = new Counter({
    name: 'documents_total',
    help: 'Documents that were accepted, by how they ended: ok, failed, refused (a worker was lost), aborted (the caller hung up)',
    labelNames: ['template', 'version', 'source', 'format', 'outcome'],
    registers: [registry],
  });
  // A series that begins with its first failure hides that one from rates, and so from alerts.
  for (const labels of [...Array.from(templates, labelsOf), CUSTOM])
    for (const format of DOCUMENT_FORMATS)
      for (const outcome of OUTCOMES) documents.inc({ ...labels, format, outcome }, 0);
  const seconds = new Histogram({
    name: 'document_duration_seconds',
    help: 'Time from the acceptance of a document to its file',
    labelNames: ['format'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const stepSeconds = new Histogram({
    name: 'document_step_duration_seconds',
    help: 'Time of a document in a step: queue, template, print, complete (what Chromium leaves out), convert',
    labelNames: ['format', 'step'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const size = new Histogram({
    name: 'document_size_bytes',
    help: 'Size of the finished file',
    labelNames: ['format'],
    buckets: [16_384, 65_536, 131_072, 262_144, 524_288, 1_048_576, 4_194_304, 16_777_216],
    registers: [registry],
  });
  const pageCount = new Histogram({
    name: 'document_pages',
    help: 'Pages of a finished PDF',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [registry],
  });

  const count = (
    { templateId, version, source, format, outcome, bytes, milliseconds }: DocumentRecord,
    { laps, pages }: Making,
  ) => {
    const labels = source === 'custom' ? CUSTOM : labelsOf({ templateId, version });
    documents.inc({ ...labels, format, outcome });
    if (outcome !== 'ok') return;
    seconds.observe({ format }, milliseconds.total / 1_000);
    for (const [step, elapsed] of laps.sums) stepSeconds.observe({ format, step }, elapsed / 1_000);
    size.observe({ format }, bytes ?? 0);
    if (pages !== undefined) pageCount.observe(pages);
  };
  return {
    record: (entry, making) => {
      count(entry, making);
      return trail.record(entry, making);
    },
  };
}
