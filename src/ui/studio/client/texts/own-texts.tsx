import { useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../../../schemas/catalogue.ts';
import type { Override } from '../../../../../schemas/overrides.ts';
import { Heading } from '../heading.tsx';
import { addressOf, goTo, textAddressOf } from '../route.ts';
import { Select } from '../select.tsx';
import { templates, textsOf, titleOfTemplate, versionWords } from '../service/catalogue.ts';
import { key, keyFacts, mayWriteTexts } from '../service/key.ts';
import { isLocal } from '../service/page.ts';
import { ownTexts, readOwnTexts } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { useWork } from '../use-work.ts';
import { countOf, momentOf } from '../words.ts';
import { keptTexts } from './kept-texts.ts';
import { NewTemplate } from './new-template.tsx';
import { byWhom, SentBack, VersionButtons } from './version-state.tsx';

/** The list of the company's own texts; of local files, what they are. @param wanted a template that is not there */
export function OwnTexts({ wanted }: { readonly wanted: string }) {
  const [refusal, setRefusal] = useState('');
  useWork(
    async (signal) => {
      if (isLocal) return;
      const found = await askWithAnyKey('texts', () => readOwnTexts(signal), signal);
      setRefusal(found.kind === 'refused' ? found.refusal.message : '');
    },
    [key.value],
  );
  const all = ownTexts.value;
  return (
    <main class="templates texts">
      <Heading>{isLocal ? 'Texts' : 'Your own texts'}</Heading>
      {wanted !== '' && <p role="alert">There is no template “{wanted}”.</p>}
      {!isLocal && (
        <p class="help">
          Versions of templates with your company’s own words. A published version never changes: open it, and
          publish what you change under a new number.
        </p>
      )}
      <Kept />
      {!isLocal &&
        refusal === '' &&
        (all === undefined ? <p role="status">Opening…</p> : <Table all={all} />)}
      {refusal !== '' && mayWriteTexts.value && keyFacts.value !== undefined && <p role="alert">{refusal}</p>}
      <NewVersion />
      {!isLocal && refusal === '' && <NewTemplate />}
    </main>
  );
}

function Kept() {
  const names = keptTexts();
  if (names.length === 0) return null;
  return (
    <section>
      <h2>{isLocal ? 'Not saved yet' : 'Not published yet'}</h2>
      <ul>
        {names.map((name) => (
          <li key={JSON.stringify(name)}>
            <a href={textAddressOf(name)}>{titleOfTemplate(name.templateId)}</a>
            <span class="faint">
              {`${isLocal ? 'version' : 'begun with'} ${versionWords(name)}`}, kept in this tab
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Table({ all }: { readonly all: readonly Override[] }) {
  if (all.length === 0) return <p>Your company has none yet.</p>;
  return (
    <div class="table">
      <table>
        <caption class="unseen">Your own texts</caption>
        <thead>
          <tr>
            <th scope="col">Text</th>
            <th scope="col">State</th>
            <th scope="col">
              <span class="unseen">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.toReversed().map((one) => (
            <Row key={`${one.templateId} ${one.version}`} one={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ one }: { readonly one: Override }) {
  const { templateId, version, createdAt, publishedBy, status, retiredAt, fault, warnings } = one;
  const when = byWhom(publishedBy, createdAt);
  const name = { templateId, version, isOwn: true };
  return (
    <tr>
      <th scope="row">
        <a href={textAddressOf(name)}>
          {titleOfTemplate(templateId)} {version}
        </a>
      </th>
      <td>
        {retiredAt === null ? (
          <a href={addressOf(name)}>{status === 'proposed' ? `Proposed ${when}` : 'In use'}</a>
        ) : one.sentBackBy === null ? (
          `Retired ${momentOf(retiredAt)}`
        ) : (
          <SentBack one={one} />
        )}
        {status !== 'proposed' && <p class="faint">Published {when}</p>}
        {fault !== null && <p class="fault">No document can be made of it: {fault}</p>}
        {warnings.length > 0 && <p class="faint">{countOf(warnings.length, 'warning')}</p>}
      </td>
      <td>
        <div class="buttons">
          <VersionButtons one={one} />
        </div>
      </td>
    </tr>
  );
}

function NewVersion() {
  const all = templates.value ?? [];
  const [templateId, setTemplateId] = useState(all[0]?.templateId ?? '');
  const template = all.find((one) => one.templateId === templateId);
  const [chosen, setChosen] = useState('');
  const choices = template === undefined ? [] : choicesOf(template);
  const address = choices.some(([one]) => one === chosen) ? chosen : (choices[0]?.[0] ?? '');
  return (
    <form
      class="new-version"
      aria-label={isLocal ? 'Open a text' : 'New version'}
      onSubmit={(event) => {
        event.preventDefault();
        goTo(address);
      }}
    >
      <h2>{isLocal ? 'Open a text' : 'New version'}</h2>
      <div class="row">
        <label>
          Template
          <Select
            value={templateId}
            choices={all.map((one) => [one.templateId, one.title])}
            onChoose={setTemplateId}
          />
        </label>
        <label>
          {isLocal ? 'Version' : 'Begin with'}
          <Select value={address} choices={choices} onChoose={setChosen} />
        </label>
        <button type="submit">Open</button>
      </div>
    </form>
  );
}

export function choicesOf(template: TemplateSummary): (readonly [address: string, words: string])[] {
  return textsOf(template).map((text) => [textAddressOf(text), versionWords(text)] as const);
}
