import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../../schemas/catalogue.ts';
import { Actions } from './actions.tsx';
import { ChangesForm } from './changes/changes-form.tsx';
import { data, rowDraft, templateId, undo } from './draft.ts';
import { findings, NOTHING, readFindings } from './findings.ts';
import { FindingsList } from './findings-list.tsx';
import { follower } from './follow.ts';
import { dataToSend } from './form/fields.ts';
import { Form } from './form/form.tsx';
import { Heading } from './heading.tsx';
import { list } from './list/list.ts';
import { openDocument } from './open-document.ts';
import { type Opened, opened } from './opened.ts';
import { OptionsForm } from './options-form.tsx';
import { DocumentPages } from './pages/document-pages.tsx';
import { laterView } from './part.tsx';
import { nameOf, returned, shownReturned } from './returned/returned.ts';
import { addressOf, isSameText, route, textAddressOf } from './route.ts';
import { Sections } from './sections.tsx';
import { ask } from './service/ask.ts';
import { latestOf } from './service/catalogue.ts';
import { key, mayWriteTexts, ourName } from './service/key.ts';
import { Status } from './status.tsx';
import { Tabs } from './tabs.tsx';
import { useWork } from './use-work.ts';

const ListView = laterView(() => import('./list/list-view.tsx'), 'Reading the list…');
const RowBar = laterView(() => import('./list/row-bar.tsx'), '');
const ReturnedView = laterView(() => import('./returned/returned-view.tsx'), 'Reading the file…');

const TABS = [
  ['form', 'Form'],
  ['document', 'Document'],
] as const;

export function DocumentView({ template }: { readonly template: TemplateSummary }) {
  const name = route.value.version === '' ? latestOf(template) : route.value;
  const { version, isOwn } = name;
  const [refusal, setRefusal] = useState('');
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('form');
  useLayoutEffect(() => {
    templateId.value = template.templateId;
    if (undo.value?.templateId !== template.templateId) undo.value = undefined;
    list.value = undefined;
    if (returned.value !== undefined && !isSameText(nameOf(returned.value), name)) returned.value = undefined;
    findings.value = NOTHING;
    setRefusal('');
    return () => {
      opened.value = undefined;
    };
  }, [template.templateId, version, isOwn]);
  useWork(
    async (signal) => setRefusal(await openDocument(name, signal)),
    [template.templateId, version, isOwn],
  );
  // What takes the place of the form is in sight, also on a phone.
  useLayoutEffect(
    () =>
      effect(() => {
        if (list.value !== undefined || returned.value !== undefined) setTab('form');
      }),
    [],
  );
  const shown = opened.value;
  if (shown === undefined)
    return (
      <main class="door">
        <h1>{template.title}</h1>
        <p role="status">{refusal === '' ? 'Opening…' : refusal}</p>
        {refusal !== '' && (
          <a href={addressOf({ templateId: template.templateId })}>Open the latest version</a>
        )}
      </main>
    );
  return (
    <main class={`document shows-${tab}`}>
      <button
        type="button"
        class="skip"
        onClick={() => document.querySelector<HTMLElement>('.form :is(input, textarea, select)')?.focus()}
      >
        Skip to the form
      </button>
      <Head template={template} shown={shown}>
        <Actions shown={shown} template={template} />
      </Head>
      <Tabs tabs={TABS} shown={tab} onShow={setTab} />
      <div class="side form-side" id="panel-form">
        <FormOf shown={shown} template={template} onPages={() => setTab('document')} />
      </div>
      <div class="side document-side" id="panel-document">
        <DocumentPages shown={shown} onField={() => setTab('form')} />
      </div>
    </main>
  );
}

interface HeadProps {
  readonly template: TemplateSummary;
  readonly shown: Opened;
  readonly children: ComponentChildren;
}

function Head({ template, shown, children }: HeadProps) {
  return (
    <div class="head">
      <div>
        <p class="crumbs">
          <a href="#/">All templates</a>
          {mayWriteTexts.value && <a href={textAddressOf(shown.name)}>Edit its text</a>}
        </p>
        <Heading>
          {template.title}
          {shown.name.isOwn && <span class="whose"> {ourName.value}'s text</span>}
        </Heading>
      </div>
      {children}
    </div>
  );
}

interface FormOfProps {
  readonly shown: Opened;
  readonly template: TemplateSummary;
  readonly onPages: () => void;
}

function FormOf({ shown, template, onPages }: FormOfProps) {
  const { schema, body } = shown;
  const file = shownReturned.value;
  useLayoutEffect(() => {
    const checks = follower(
      'validate',
      (signal) => {
        const request = { ...body, format: 'pdf', data: dataToSend(schema, data.value) };
        return ask('/api/v1/documents/validate', request, signal);
      },
      async (outcome) => {
        findings.value = await readFindings(outcome, data.value);
      },
    );
    const end = effect(() => {
      void [data.value, key.value];
      checks.follow();
    });
    return () => {
      end();
      checks.stop();
    };
  }, [schema, body]);
  if (file !== undefined) return <ReturnedView {...{ shown, file, onPages }} />;
  const { isList, row } = route.value;
  if (list.value !== undefined || (isList && row === 0)) return <ListView file={list.value} shown={shown} />;
  return (
    <>
      {isList && <RowBar shown={shown} />}
      {/* The form of a row waits for its values: what is typed before would be taken for all of them. */}
      {(!isList || rowDraft(row) !== undefined) && (
        <>
          <div class="standing">
            <Status schema={schema} />
            <Sections schema={schema} />
          </div>
          <OptionsForm />
          <ChangesForm shown={shown} data={dataToSend(schema, data.value)} />
          <form
            class="form"
            aria-label={template.title}
            onSubmit={(event) => event.preventDefault()}
            noValidate
          >
            <Form schema={schema} />
          </form>
          <FindingsList schema={schema} />
          {body.custom !== true && template.changes?.[body.version] && (
            <p class="help">
              New in {body.version}: {template.changes[body.version]}
            </p>
          )}
        </>
      )}
    </>
  );
}
