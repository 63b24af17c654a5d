import type { TemplateDefinition } from '../template.ts';
import first from './1.0.0.ts';

export default {
  ...first,
  changes:
    'Adds definitions, a schedule of duties, discipline and grievances, and terms on changes to systems. The other ' +
    'clauses say more than those of 1.0.0; the data is the same.',
} satisfies TemplateDefinition;
