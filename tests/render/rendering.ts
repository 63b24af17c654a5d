import { SharedParts } from '../../src/render/parts.ts';
import { loadTemplate } from '../../src/templating/language/load-template.ts';
import { renderTemplate } from '../../src/templating/language/render-template.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';

type Data = Readonly<Record<string, unknown>>;

/** Renders in this process. */
export function render(
  source: string,
  data: Data = {},
  parts: Readonly<Record<string, string>> = {},
): string {
  return renderTemplate(loadTemplate('test', source, new SharedParts(new Map(Object.entries(parts)))), data);
}

/** The message of the TemplateError that rendering must throw. */
export function renderError(
  source: string,
  data: Data = {},
  parts: Readonly<Record<string, string>> = {},
): string {
  try {
    return `rendered: ${render(source, data, parts)}`;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
