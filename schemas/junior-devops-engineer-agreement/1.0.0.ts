import { employment } from '../shared/employment.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

export default {
  title: 'Junior Devops Engineer Agreement',
  kind: 'agreement',
  data: employment({ provisions: false, place: true, threeDayWeek: false }),
  sample,
} satisfies TemplateDefinition;
