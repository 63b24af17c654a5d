import { loadTemplate } from '../../src/language/load-template.ts';
import { renderTemplate } from '../../src/language/render-template.ts';
import { TemplateError } from '../../src/language/template-error.ts';
import { SharedParts } from '../../src/render/parts.ts';

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
