import { type Notes, Run } from './run.ts';
import { Scope } from './scope.ts';
import type { Template } from './template.ts';
import { TemplateError, TemplateFault } from './template-error.ts';

/**
 * Runs a template over its data.
 * @param data its own properties are the template's names; plain data only, as JSON gives it
 * @param notes what is noted of the values that are printed
 * @returns HTML
 * @throws TemplateError when the template breaks a limit
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

/** The template's own body sets names for the layouts that it extends; the outermost one prints. */
function runBodies(run: Run, template: Template, root: Scope): void {
  let current: Template | null = template;
  while (current !== null) {
    current.body(run, root);
    current = current.parent;
  }
}

/** `{% include %}`: the part runs as a template of its own that sees the names around it. */
export function includePart(run: Run, part: Template, scope: Scope): void {
  runBodies(run, part, scope.included(part.blocks));
}

/** `{% block %}`: the outermost override, with each `super()` the next one inwards. */
export function runBlock(run: Run, scope: Scope, name: string, level = 0): void {
  const block = scope.root.blocks.get(name)?.[level];
  if (block === undefined) return;
  const inside = scope.isolated();
  if (block.callsSuper) {
    inside.declare(
      'super',
      run.capture(() => runBlock(run, scope, name, level + 1)),
    );
  }
  block.body(run, inside);
}

/** The root of a part whose macros were imported: what it sets is there, the data is not. */
export function runModule(run: Run, part: Template): Scope {
  const known = run.modules.get(part.name);
  if (known !== undefined) return known;
  const root = Scope.root({}, part.blocks);
  run.modules.set(part.name, root);
  run.capture(() => runBodies(run, part, root));
  return root;
}
