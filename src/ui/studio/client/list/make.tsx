import { downloadZip } from 'client-zip';
import { useState } from 'preact/hooks';
import type { DocumentFormat } from '../../../../../schemas/formats.ts';
import { Button, Plain } from '../buttons.tsx';
import { saveFile } from '../save-file.ts';
import { Select } from '../select.tsx';
import { countOf } from '../words.ts';
import type { Job, MadeFile } from './job.ts';

const FORMATS: readonly (readonly [name: string, formats: readonly DocumentFormat[]])[] = [
  ['PDF', ['pdf']],
  ['Word', ['docx']],
  ['PDF and Word', ['pdf', 'docx']],
];

/** Makes the documents of a list, and saves them as one ZIP. @param ready the number of rows that can be made */
export function Make({ job, ready }: { readonly job: Job; readonly ready: number }) {
  const [format, setFormat] = useState(0);
  const { fault } = job.names.value;
  const [, formats = []] = FORMATS[format] ?? [];
  const [finished] = [job.finished.value];
  return (
    <>
      <div class="make">
        <label>
          <span>Files</span>
          <Select
            value={String(format)}
            choices={FORMATS.map(([name], index) => [String(index), name])}
            onChoose={(index) => setFormat(Number(index))}
          />
        </label>
        <label class="names">
          <span>File names</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            placeholder="00001"
            aria-invalid={fault !== '' || undefined}
            aria-describedby="file-names-help"
            value={job.pattern}
            onChange={({ currentTarget }) => {
              job.pattern = currentTarget.value.trim();
            }}
          />
        </label>
        <Button
          disabled={ready === 0 || fault !== ''}
          onClick={async () => {
            const files = await job.make(formats);
            if (files !== undefined) await saveAll(job, files);
          }}
        >
          Make {countOf(ready, 'document')}
        </Button>
      </div>
      <p id="file-names-help" class={fault === '' ? 'help' : 'fault'}>
        {fault || `Fields in braces: the first file is called ${job.names.value.of.values().next().value}.`}
      </p>
      {finished.length > 0 && (
        <p class="made-files">
          <Plain onClick={() => void saveAll(job, finished)}>
            Save the {countOf(finished.length, 'file')} that {finished.length === 1 ? 'was' : 'were'} made
          </Plain>
        </p>
      )}
    </>
  );
}

async function saveAll(job: Job, files: readonly MadeFile[]): Promise<void> {
  const name = `${job.shown.body.templateId}.zip`;
  saveFile(await downloadZip(files.toSorted(byName)).blob(), name);
  job.finished.value = [];
  job.said.value = `Saved ${countOf(files.length, 'file')} in ${name}. ${job.said.value}`.trim();
}

function byName(one: MadeFile, other: MadeFile): number {
  return one.name.localeCompare(other.name, 'en');
}
