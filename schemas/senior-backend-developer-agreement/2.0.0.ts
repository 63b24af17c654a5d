import type { TemplateDefinition } from '../template.ts';
import first from './1.0.0.ts';

export default {
  ...first,
  changes:
    'Adds definitions, a schedule of duties, release from work during notice, discipline and grievances, and terms on ' +
    'open-source software. The other clauses say more than those of 1.0.0; the data is the same.',
} satisfies TemplateDefinition;
