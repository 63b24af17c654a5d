import { employment } from '../shared/employment.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

export default {
  title: 'Senior Backend Developer Agreement',
  kind: 'agreement',
  data: employment({ provisions: true, place: true, threeDayWeek: true }),
  sample,
} satisfies TemplateDefinition;
