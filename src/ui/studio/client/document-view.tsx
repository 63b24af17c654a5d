import { useEffect, useState } from 'preact/hooks';
import { Actions } from './actions.tsx';
import { data, templateId, undo } from './draft.ts';
import { findings, NOTHING, readFindings } from './findings.ts';
import { FindingsList } from './findings-list.tsx';
import { Follower } from './follow.ts';
import { dataToSend } from './form/fields.ts';
import { Form } from './form/form.tsx';
import { list } from './list/list.ts';
import type ListView from './list/list-view.tsx';
import { openDocument } from './open-document.ts';
import { type Opened, opened } from './opened.ts';
import { DocumentPages } from './pages/document-pages.tsx';
import { usePart } from './part.ts';
import { isOf, type Returned, returned, shownReturned } from './returned/returned.ts';
import type ReturnedView from './returned/returned-view.tsx';
import { addressOf, goTo, route, textAddressOf } from './route.ts';
import { Select } from './select.tsx';
import { ask } from './service/ask.ts';
import type { Template } from './service/catalogue.ts';
import { key, keyFacts, mayWriteTexts } from './service/key.ts';
import { Status } from './status.tsx';
import { Tabs } from './tabs.tsx';

const TABS = [
  ['form', 'Form'],
  ['document', 'Document'],
] as const;

/** A document: its form, its pages, and what can be done with them. */
export function DocumentView({ template }: { readonly template: Template }) {
  // Where a company has a text of its own, that one is meant unless the address names another.
  const own = template.customVersions.at(-1);
  const wanted = route.value;
  const isOwn = wanted.version === '' ? own !== undefined : wanted.isOwn;
  const version = wanted.version || (own ?? template.latestVersion);
  const [refusal, setRefusal] = useState('');
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('form');
  useEffect(() => {
    templateId.value = template.templateId;
    undo.value = undefined;
    list.value = undefined;
    const text = { templateId: template.templateId, version, custom: isOwn };
    if (returned.value !== undefined && !isOf(returned.value, text)) returned.value = undefined;
    findings.value = NOTHING;
    setRefusal('');
    const stop = new AbortController();
    openDocument(template, version, isOwn, stop.signal).then(setRefusal, () => {});
    return () => {
      stop.abort();
      opened.value = undefined;
    };
  }, [template.templateId, version, isOwn]);
  const shown = opened.value;
  if (shown === undefined)
    return (
      <main class="door">
        <h1>{template.title}</h1>
        <p role="status">{refusal === '' ? 'Opening…' : refusal}</p>
        {refusal !== '' && <a href={addressOf(template.templateId)}>Open the latest version</a>}
      </main>
    );
  return (
    <main class={`document shows-${tab}`}>
      <Head template={template} shown={shown} />
      <Tabs tabs={TABS} shown={tab} onShow={setTab} />
      <div class="side form-side" id="panel-form">
        <Actions shown={shown} />
        <FormOf shown={shown} title={template.title} onPages={() => setTab('document')} />
      </div>
      <div class="side document-side" id="panel-document">
        <DocumentPages shown={shown} onField={() => setTab('form')} />
      </div>
    </main>
  );
}

function Head({ template, shown }: { readonly template: Template; readonly shown: Opened }) {
  const { version, custom } = shown.body;
  const current = addressOf(template.templateId, version, custom === true);
  const whose = `${keyFacts.value?.companyName || 'Your company'}'s text`;
  const hasOwn = template.customVersions.length > 0;
  const choices = [
    ...template.customVersions
      .toReversed()
      .map((one) => [addressOf(template.templateId, one, true), `${whose}, ${one}`] as const),
    ...template.versions.map(
      (one) => [addressOf(template.templateId, one), hasOwn ? `the catalogue’s ${one}` : one] as const,
    ),
  ];
  return (
    <div class="head">
      <p class="crumbs">
        <a href="#/">All templates</a>
        {mayWriteTexts.value && (
          <>
            {' · '}
            <a href={textAddressOf(template.templateId, version, custom === true)}>Edit its text</a>
          </>
        )}
      </p>
      <h1>
        {template.title}
        {custom && <span class="whose"> {whose}</span>}
      </h1>
      {choices.length > 1 && (
        <label class="version">
          {hasOwn ? 'Other texts' : 'Version'} <Select value={current} choices={choices} onChoose={goTo} />
        </label>
      )}
      {!custom && template.changes?.[version] && (
        <p class="help changes">
          New in {version}: {template.changes[version]}
        </p>
      )}
    </div>
  );
}

interface FormOfProps {
  readonly shown: Opened;
  readonly title: string;
  readonly onPages: () => void;
}

function FormOf({ shown, title, onPages }: FormOfProps) {
  const { schema, body } = shown;
  const file = shownReturned.value;
  useEffect(() => {
    const follower = new Follower(
      'validate',
      (signal) => {
        const request = { ...body, format: 'pdf', data: dataToSend(schema, data.value) };
        return ask('/api/v1/documents/validate', request, signal);
      },
      async (outcome) => {
        findings.value = await readFindings(outcome, data.value);
      },
    );
    const begin = data.subscribe(() => follower.follow());
    const again = key.subscribe(() => follower.follow());
    return () => {
      begin();
      again();
      follower.stop();
    };
  }, [schema, body]);
  if (file !== undefined) return <ReturnedFile {...{ shown, file, onPages }} />;
  if (list.value !== undefined) return <List file={list.value} shown={shown} />;
  return (
    <>
      <Status schema={schema} />
      <form class="form" aria-label={title} onSubmit={(event) => event.preventDefault()} noValidate>
        <Form schema={schema} />
      </form>
      <FindingsList schema={schema} />
    </>
  );
}

/** The list, whose code is loaded when there is one. */
function List(props: { readonly file: File; readonly shown: Opened }) {
  const View = usePart<typeof ListView>(() => import('./list/list-view.tsx'));
  return View === undefined ? <p>Reading the list…</p> : <View {...props} />;
}

interface ReturnedFileProps {
  readonly shown: Opened;
  readonly file: Returned;
  readonly onPages: () => void;
}

/** A file that came back, whose code is loaded when there is one. */
function ReturnedFile(props: ReturnedFileProps) {
  const View = usePart<typeof ReturnedView>(() => import('./returned/returned-view.tsx'));
  return View === undefined ? <p>Reading the file…</p> : <View {...props} />;
}
