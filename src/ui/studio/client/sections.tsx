import type { DataSchema } from '../../../lib/schema.ts';
import { data } from './draft.ts';
import { fieldsOf, sectionsOf } from './form/fields.ts';
import { progressOf } from './form/progress.ts';
import { goToField } from './go-to-field.ts';

/** The sections of a form, each leading to its first field, with a tick when nothing in it is open. */
export function Sections({ schema }: { readonly schema: DataSchema }) {
  const { open } = progressOf(schema, data.value);
  const isOpen = (path: string) => open.some((one) => one.path === path || one.path.startsWith(`${path}[`));
  return (
    <nav class="sections" aria-label="Sections">
      <ol>
        {sectionsOf(fieldsOf(schema, data.value)).map(({ title, fields: [first, ...others] }) => {
          if (first === undefined) return null;
          const isDone = ![first, ...others].some(({ path }) => isOpen(path));
          return (
            <li key={first.path}>
              <button type="button" class={isDone ? 'done' : ''} onClick={() => goToField(first.path)}>
                {title || first.title}
                {isDone && <span class="unseen">, filled in</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
