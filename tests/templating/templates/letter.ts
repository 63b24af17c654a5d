import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectCopy } from './project-copy.ts';

/** The schema of a minimal template. */
export const DEFINITION = `import { object, text } from "../shared/fields.ts";
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

const name = text({ title: 'Name', description: 'A name.', example: 'Ada' });

export default {
  title: 'Letter',
  kind: 'agreement',
  data: object({
    name,
  }),
  sample,
} satisfies TemplateDefinition;
`;

const SAMPLE = '{\n  "name": "Ada"\n}\n';

/** The text of a minimal template with this body. */
export function letter(body: string): string {
  return `{% extends "layouts/agreement.njk" %}\n{% block content %}\n${body}\n{% endblock %}\n`;
}

export interface Sources {
  readonly njk?: string | undefined;
  readonly ts?: string | undefined;
  readonly json?: string | undefined;
}

/** Adds a minimal template, with the given sources instead of the valid ones. */
export async function addLetter(copy: ProjectCopy, templateId: string, given: Sources): Promise<void> {
  const { njk, ts, json }: Sources = {
    njk: letter('<p>{{ name }}</p>'),
    ts: DEFINITION,
    json: SAMPLE,
    ...given,
  };
  for (const folder of ['templates-html', 'schemas']) await mkdir(path.join(copy.root, folder, templateId));
  await copy.write({
    ...(njk !== undefined && { [`templates-html/${templateId}/1.0.0.njk`]: njk }),
    ...(ts !== undefined && { [`schemas/${templateId}/1.0.0.ts`]: ts }),
    ...(json !== undefined && { [`schemas/${templateId}/sample.json`]: json }),
  });
}
