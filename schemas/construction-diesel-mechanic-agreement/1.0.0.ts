import { employment } from '../shared/employment.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

export default {
  title: 'Diesel Mechanic (Construction Industry)',
  kind: 'agreement',
  data: employment({ provisions: true, place: false, threeDayWeek: true }),
  sample,
} satisfies TemplateDefinition;
