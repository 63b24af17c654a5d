import { Type } from '@sinclair/typebox';
import { dispute, disputePlace, governingLaw, specialTerms } from '../shared/dispute.ts';
import { flag, object, section, text } from '../shared/fields.ts';
import { party } from '../shared/party.ts';
import { NEEDS_UNIT, ONE_OF_EACH } from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

const definition = text({
  title: 'Role',
  description: 'Word by which the agreement calls the party.',
  example: 'Baobab',
  warnings: [ONE_OF_EACH],
});

const data = object(
  {
    parties: Type.Array(party(definition), {
      title: 'Parties',
      description: 'Everyone bound by the agreement.',
      maxItems: 100,
    }),
    ...section('Purpose and duration', {
      project: text({
        title: 'Project',
        description: 'What the parties exchange information for.',
        example: 'the evaluation of a joint credit-scoring product',
      }),
      ndaDuration: text({
        title: 'Duration',
        description: 'How long the duty of confidence lasts, in words.',
        example: 'Three years',
        warnings: [NEEDS_UNIT],
      }),
      add_non_circumvention_clause: flag({
        title: 'Non-circumvention',
        description: "Whether the parties undertake not to go round one another to each other's contacts.",
        example: true,
      }),
    }),
    ...section('Law, disputes and special terms', { dispute, governingLaw, ...disputePlace, specialTerms }),
  },
  { required: ['parties'] },
);

export default {
  title: 'Non-disclosure agreement',
  kind: 'agreement',
  data,
  sample,
} satisfies TemplateDefinition;
