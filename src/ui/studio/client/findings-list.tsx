import type { DataSchema } from '../../../lib/schema.ts';
import { titleOf } from '../../rows/titles.ts';
import { Link } from './buttons.tsx';
import { data } from './draft.ts';
import { findings } from './findings.ts';
import { progressOf } from './form/progress.ts';
import { goToField } from './go-to-field.ts';

/** More than anybody reads at once. */
const MOST = 50;

/** What is missing, wrong or worth a look, each leading to its field. */
export function FindingsList({ schema }: { readonly schema: DataSchema }) {
  const { missing, faults, warnings } = findings.value;
  const all = [
    ...faults.map((one) => ({ ...one, kind: 'fault' })),
    ...missing.map((field) => ({ field, message: 'is missing', kind: 'missing' })),
    ...warnings.map((one) => ({ ...one, kind: 'warning' })),
  ];
  const { open } = progressOf(schema, data.value);
  if (all.length + open.length === 0) return null;
  return (
    <section class="findings" aria-label="To look at">
      <h2>To look at</h2>
      <ul>
        {all.slice(0, MOST).map(({ field, message, kind }) => (
          <li key={`${kind} ${field} ${message}`} class={kind}>
            {leadsToField(schema, field) ? (
              <>
                <FieldLink schema={schema} path={field} /> {message}
              </>
            ) : (
              `${field} ${message}`
            )}
          </li>
        ))}
      </ul>
      {all.length > MOST && <p>… and {all.length - MOST} more</p>}
      {open.length > 0 && (
        <details>
          <summary>{open.length} not filled in</summary>
          <ul>
            {open.map(({ path }) => (
              <li key={path}>
                <FieldLink schema={schema} path={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function FieldLink({ schema, path }: { readonly schema: DataSchema; readonly path: string }) {
  return <Link onClick={() => goToField(path)}>{titleOf(schema, path)}</Link>;
}

function leadsToField(schema: DataSchema, path: string): boolean {
  const [name = ''] = path.split(/[.[]/, 1);
  return schema.properties?.[name] !== undefined;
}
