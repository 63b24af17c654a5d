import { Heading } from '../heading.tsx';
import { addressOf, goTo, textAddressOf } from '../route.ts';
import { Select } from '../select.tsx';
import { versionWords } from '../service/catalogue.ts';
import { isLocal } from '../service/page.ts';
import { fields, isChanged, number, type OpenText } from './open-text.ts';
import { choicesOf } from './own-texts.tsx';
import { ownTextOf, SentBack } from './version-state.tsx';

/** Which text it is, and the way to others. */
export function Head({ opened }: { readonly opened: OpenText }) {
  const { template, isOwn, baseFields } = opened;
  const current = textAddressOf(opened);
  const choices = choicesOf(template);
  // A version that is retired or proposed is in no list of those in use.
  if (!choices.some(([address]) => address === current))
    choices.unshift([current, `${versionWords(opened)}, ${isPublished(opened) ? 'proposed' : 'retired'}`]);
  const isInUse = !isOwn || isPublished(opened);
  return (
    <div class="head">
      <p class="crumbs">
        <a href={textAddressOf()}>All texts</a>
        {isInUse && (
          <>
            {' · '}
            <a href={addressOf(opened)}>Fill it in</a>
          </>
        )}
      </p>
      <Heading>Text of {template.title}</Heading>
      <label class="version">
        Version <Select value={current} choices={choices} onChoose={goTo} />
      </label>
      <p class="becomes faint">
        {isLocal
          ? isChanged.value
            ? 'Not saved yet; kept in this tab.'
            : 'As it is in its file.'
          : `${isChanged.value ? 'Changed, and kept in this tab. It' : 'What you change'} will be your ${number.value}, with ${baseFields === '' ? `the fields of the catalogue’s ${fields.value?.version}` : 'its own fields'}.`}
      </p>
      <SentBack one={ownTextOf(opened)} />
    </div>
  );
}

/** Whether a text of the company's own is in use or proposed. */
function isPublished(opened: OpenText): boolean {
  return ownTextOf(opened)?.retiredAt === null;
}
