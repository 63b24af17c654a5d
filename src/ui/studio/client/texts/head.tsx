import { Heading } from '../heading.tsx';
import { addressOf, goTo, isSameText, textAddressOf } from '../route.ts';
import { Select } from '../select.tsx';
import { textsOf, versionWords } from '../service/catalogue.ts';
import { isLocal } from '../service/page.ts';
import { fields, isChanged, number, type OpenText } from './open-text.ts';
import { choicesOf } from './own-texts.tsx';
import { ownTextOf, SentBack } from './version-state.tsx';

export function Head({ opened }: { readonly opened: OpenText }) {
  const { template, isOwn, baseFields } = opened;
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
      <Heading>
        Text of {template.title}
        <span class="whose"> {wordsOf(opened)}</span>
      </Heading>
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

export function Versions({ opened }: { readonly opened: OpenText }) {
  const current = textAddressOf(opened);
  const choices = choicesOf(opened.template);
  if (!isListed(opened)) choices.unshift([current, wordsOf(opened)]);
  return (
    <label>
      Version <Select value={current} choices={choices} onChoose={goTo} />
    </label>
  );
}

/** A version that is retired or proposed is in no list of those in use. */
function isListed(opened: OpenText): boolean {
  return textsOf(opened.template).some((text) => isSameText(text, opened));
}

function wordsOf(opened: OpenText): string {
  const state = isListed(opened) ? '' : isPublished(opened) ? ', proposed' : ', retired';
  return `${versionWords(opened)}${state}`;
}

/** Whether a text of the company's own is in use or proposed. */
function isPublished(opened: OpenText): boolean {
  return ownTextOf(opened)?.retiredAt === null;
}
