/**
 * The test files that cost most. `npm test` takes one part of each row, which the seed decides; `npm run test:rest` takes the
 * others. The files of a row ask the same code from several sides, so that each run asks it from one; a part takes up to one
 * minute of a core, or two where one file does. Files that are named on the command line always run.
 */
import { partOf } from './part.ts';

type Parts = readonly (readonly string[])[];

export const ROTATING: Readonly<Record<string, Parts>> = {
  'tours of the studio': [
    ['tests/ui/studio/studio.test.ts'],
    ['tests/ui/studio/returned.test.ts', 'tests/ui/studio/changes.test.ts'],
    ['tests/ui/studio/axe.test.ts'],
    ['tests/ui/studio/origins.test.ts'],
    ['tests/ui/studio/list.test.ts'],
    ['tests/ui/studio/hostile.test.ts'],
    ['tests/ui/studio/texts.test.ts'],
    ['tests/ui/studio/texts-axe.test.ts'],
    ['tests/ui/studio/own-templates.test.ts'],
    ['tests/ui/studio/approve.test.ts', 'tests/ui/studio/countries.test.ts'],
    ['tests/ui/studio/pages.test.ts'],
    ['tests/ui/studio/outages.test.ts'],
    ['tests/ui/studio/drafts.test.ts'],
    ['tests/ui/studio/local-texts.test.ts'],
  ],
  'the command line as a program': [
    ['tests/ui/cli/service.test.ts'],
    ['tests/ui/cli/document-options.test.ts'],
    ['tests/ui/cli/usage.test.ts'],
    ['tests/ui/cli/batch/memory.test.ts', 'tests/ui/cli/completion.test.ts'],
    ['tests/ui/cli/read.test.ts'],
    ['tests/ui/cli/batch/service.test.ts'],
    ['tests/ui/cli/batch/faults.test.ts'],
    ['tests/ui/cli/own-templates.test.ts'],
  ],
  'starts, ends, kills and outages of a service': [
    ['tests/service/http/operations.test.ts'],
    ['tests/deploy/registry.test.ts', 'tests/service/http/durability.test.ts'],
    ['tests/steady/leaving.test.ts'],
    ['tests/service/http/process.test.ts'],
    ['tests/service/trail/service.test.ts'],
    ['tests/steady/refused-texts.test.ts'],
    [
      'tests/steady/faults.test.ts',
      'tests/service/overrides/upgrade.test.ts',
      'tests/service/http/traces.test.ts',
    ],
    ['tests/service/http/places.test.ts'],
    ['tests/start/demo.test.ts'],
    ['tests/service/overrides/failing-texts.test.ts'],
    ['tests/start/preview/preview.test.ts'],
    ['tests/service/http/killed.test.ts'],
    ['tests/service/store/embedded.test.ts'],
    ['tests/service/store/migrations.test.ts'],
    ['tests/service/overrides/instances.test.ts', 'tests/service/overrides/stored-parts.test.ts'],
    ['tests/deploy/monitoring.test.ts', 'tests/start/dev.test.ts'],
    [
      'tests/service/http/database-up.test.ts',
      'tests/service/admin/delete-company.test.ts',
      'tests/service/http/instances.test.ts',
    ],
  ],
  attacks: [
    ['tests/received/returned/bounds.test.ts', 'tests/received/returned/bad-files.test.ts'],
    ['tests/service/overrides/hostile-templates.test.ts'],
    ['tests/steady/attacks.test.ts'],
    ['tests/service/overrides/fetches.test.ts', 'tests/service/overrides/forged-marks.test.ts'],
    ['tests/service/overrides/hostile.test.ts', 'tests/service/overrides/hostile-definitions.test.ts'],
    ['tests/service/overrides/markup.test.ts', 'tests/formats/docx/hostile.test.ts'],
    ['tests/service/use-cases/limits.test.ts'],
    ['tests/formats/docx/redline-hostile.test.ts'],
    ['tests/service/http/hostile.test.ts', 'tests/service/overrides/markers.test.ts'],
    ['tests/service/use-cases/hostile.test.ts'],
  ],
  'files that come back': [
    ['tests/received/returned/against.test.ts'],
    ['tests/received/returned/redline.test.ts'],
    ['tests/received/returned/untouched.test.ts'],
    ['tests/received/returned/service.test.ts'],
    ['tests/received/returned/report.test.ts', 'tests/received/seal/service.test.ts'],
    ['tests/received/returned/request.test.ts'],
    ['tests/received/returned/places.test.ts'],
    ['tests/received/returned/word.test.ts'],
    ['tests/received/returned/verdict.test.ts'],
    ['tests/received/returned/surroundings.test.ts'],
    ['tests/received/returned/marks.test.ts'],
    ['tests/received/returned/printed-pdf.test.ts'],
    ['tests/received/returned/pdf-update.test.ts'],
    ['tests/received/returned/clause-numbers.test.ts'],
  ],
  'documents in both formats': [
    ['tests/service/use-cases/catalogue.test.ts'],
    ['tests/service/use-cases/fields.test.ts'],
    ['tests/service/use-cases/forms.test.ts'],
    ['tests/service/use-cases/random.test.ts'],
    [
      'tests/service/use-cases/pages.test.ts',
      'tests/service/use-cases/key-terms-page.test.ts',
      'tests/formats/pdf/form.test.ts',
    ],
    ['tests/service/use-cases/edges.test.ts'],
    ['tests/templating/templates/broken-sources.test.ts'],
    ['tests/formats/pdf/hostile-entries.test.ts'],
    ['tests/formats/pdf/signatures.test.ts', 'tests/service/use-cases/refill.test.ts'],
    ['tests/formats/pdf/accessibility.test.ts', 'tests/formats/pdf/archive.test.ts'],
    ['tests/formats/pdf/printer.test.ts'],
    ['tests/formats/pdf/other-text.test.ts', 'tests/formats/pdf/plain-print.test.ts'],
    ['tests/formats/docx/redline.test.ts'],
    ['tests/formats/docx/controls.test.ts'],
    ['tests/formats/docx/css-values.test.ts'],
  ],
  'routes, and texts of companies': [
    ['tests/service/overrides/publish.test.ts', 'tests/service/overrides/approval.test.ts'],
    ['tests/service/overrides/own-templates.test.ts', 'tests/service/overrides/own-parts.test.ts'],
    ['tests/templating/html/css-in-browser.test.ts', 'tests/service/use-cases/preview.test.ts'],
    ['tests/service/overrides/stream.test.ts'],
    ['tests/service/http/request-forms.test.ts'],
    ['tests/service/profiles/service.test.ts'],
    ['tests/service/http/compare.test.ts', 'tests/service/http/preview.test.ts'],
    ['tests/service/http/docs.test.ts', 'tests/service/http/log.test.ts'],
  ],
};

/** The files that `npm test` of this seed leaves out. */
export function leftOut(): string[] {
  return Object.values(ROTATING).flatMap((parts) => {
    const [taken] = partOf(parts, parts.length);
    return parts.filter((part) => part !== taken).flat();
  });
}

/** Whether this is `npm run test:rest`: all that `npm test` of the same seed leaves out, and every turn (tests/part.ts). */
export const isRest = (): boolean => process.env.PROOFS === 'rest';

/**
 * Whether files are named on the command line, as vitest understands it: by a part of their paths.
 * @param words behind the program: `run`, `tests/ui`
 */
export function areNamed(words: readonly string[], files: readonly string[]): boolean {
  return words.some((word, index) => {
    // `run`, `--reporter json`
    const isOther = index === 0 || word.startsWith('-') || words[index - 1]?.startsWith('-');
    return (word.includes('/') || !isOther) && files.some((file) => file.includes(word));
  });
}
