import { type Notes, Run } from './run.ts';
import { Scope } from './scope.ts';
import { bare } from './sources.ts';
import type { Template } from './template.ts';
import { TemplateError, TemplateFault } from './template-error.ts';

/**
 * Renders a template.
 * @param data its own properties are the template's variables; plain data as from JSON
 * @param notes what to record about the printed values
 * @returns HTML
 * @throws TemplateError when the template exceeds a limit
 */
export function renderTemplate(
  template: Template,
  data: Readonly<Record<string, unknown>>,
  notes?: Notes,
): string {
  const run = new Run({ template: template.name, line: 1, column: 1 }, notes);
  try {
    return run.capture(() => runBodies(run, template, Scope.root(data, template.blocks))).marked;
  } catch (error) {
    if (error instanceof TemplateFault) throw new TemplateError(run.place, error.message);
    if (error instanceof RangeError)
      throw new TemplateError(run.place, 'nested too deeply; flatten the template');
    throw error;
  }
}

/**
 * Runs the bodies from the template to the outermost layout. All but the last only set variables; the last one prints.
 */
function runBodies(run: Run, template: Template, root: Scope): void {
  let current: Template | null = template;
  while (current !== null) {
    current.body(run, root);
    current = current.parent;
  }
}

/** `{% include %}`: runs the part as a template of its own that can read the names around the include. */
export function includePart(run: Run, part: Template, scope: Scope): void {
  runBodies(run, part, scope.included(part.blocks));
}

/** `{% block %}`: runs the outermost override; each `super()` runs the next one inwards. */
export function runBlock(run: Run, scope: Scope, name: string, level = 0): void {
  const block = scope.root.blocks.get(name)?.[level];
  if (block === undefined) return;
  const inside = scope.isolated();
  if (block.callsSuper) {
    const inherited = run.capture(() => runBlock(run, scope, name, level + 1));
    inside.declare('super', bare(inherited));
  }
  block.body(run, inside);
}

/** The global scope of a part whose macros are imported: it has the part's own variables, but not the data. */
export function runModule(run: Run, part: Template): Scope {
  const known = run.modules.get(part.name);
  if (known !== undefined) return known;
  const root = Scope.root({}, part.blocks);
  run.modules.set(part.name, root);
  run.capture(() => runBodies(run, part, root));
  return root;
}
