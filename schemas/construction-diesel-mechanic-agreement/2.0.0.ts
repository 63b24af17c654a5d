import type { TemplateDefinition } from '../template.ts';
import first from './1.0.0.ts';

export default {
  ...first,
  changes:
    'Adds definitions, a schedule of duties, qualifications, work on plant, and discipline and grievances. The other ' +
    'clauses say more than those of 1.0.0; the data is the same.',
} satisfies TemplateDefinition;
