import { count } from '../../../../lib/reading-words.ts';
import type { Reading } from './returned.ts';

interface Verdict {
  /** For the look. */
  readonly kind: 'fine' | 'changed' | 'unknown';
  readonly title: string;
  readonly text: string;
}

/** What has become of a file, in words for a person. */
export function verdictOf({ verdict, document, changes, changedValues, filledIn }: Reading): Verdict {
  switch (verdict) {
    case 'as made':
      return { kind: 'fine', title: 'As made.', text: 'Nothing was changed or filled in.' };
    case 'filled in':
      return {
        kind: 'fine',
        title: 'Filled in.',
        text: `${count(filledIn.length, 'blank')} ${filledIn.length === 1 ? 'was' : 'were'} filled in, and nothing else was changed.`,
      };
    case 'changed': {
      const silent = changes.filter(({ tracked }) => !tracked).length;
      const parts = [
        ...(changedValues?.length ? [count(changedValues.length, 'value')] : []),
        ...(changes.length > 0 ? [count(changes.length, 'place of the text', 'places of the text')] : []),
      ];
      const marks = silent === 0 ? '' : ` Nobody marked the change at ${count(silent, 'place')}.`;
      return { kind: 'changed', title: 'Changed:', text: `${parts.join(' and ')}.${marks}` };
    }
    default:
      return {
        kind: 'unknown',
        title: 'Not in the records.',
        text:
          document.format === 'pdf'
            ? 'Another program wrote this PDF anew, or another company had it made. What its fields say is below; whether its words were changed cannot be told.'
            : 'Your company did not have this file made here, or the records are gone. Its words are compared with the text; which values were replaced cannot be told.',
      };
  }
}
