import { useEffect } from 'preact/hooks';
import { DocumentView } from './document-view.tsx';
import { AskToKeep } from './drafts/ask-to-keep.tsx';
import { isFull } from './kept.ts';
import { KeyForm } from './key-form.tsx';
import { KeyLife } from './key-life.tsx';
import { needsReload, usePart } from './part.ts';
import { route, textAddressOf } from './route.ts';
import { openCatalogue, templateNamed, templates } from './service/catalogue.ts';
import { giveKey, given, key, keyFacts, mayWriteTexts, offered } from './service/key.ts';
import { isLocal } from './service/page.ts';
import { askPatiently, trouble } from './service/trouble.ts';
import { TemplateList } from './template-list.tsx';
import type TextsView from './texts/texts-view.tsx';

/** The company's own texts, whose code is loaded when somebody opens them. */
function Texts() {
  const View = usePart<typeof TextsView>(() => import('./texts/texts-view.tsx'));
  return View === undefined ? <p role="status">Opening…</p> : <View />;
}

export function App() {
  const { templateId, version, isOwn, isText } = route.value;
  const secret = key.value;
  useEffect(() => openWith(secret), [secret, given.value]);
  const template = templateNamed(templateId, version, isOwn);
  useEffect(() => {
    if (isText) return;
    document.title = template === undefined ? 'Studio' : `${template.title} · Studio`;
  }, [template, isText]);
  const isOpen = secret !== '' && templates.value !== undefined;
  return (
    <>
      <header class="top">
        <a class="home" href="#/">
          <img src="/docs/logo.svg" alt="" width="28" height="28" />
          <span>Studio</span>
        </a>
        {isOpen && keyFacts.value !== undefined && (
          <span class="company">
            {keyFacts.value.logo !== null && <img src={keyFacts.value.logo} alt="" />}
            {keyFacts.value.companyName}
          </span>
        )}
        {isOpen && (isText || mayWriteTexts.value) && (
          <nav aria-label="Studio">
            <a href="#/" aria-current={isText ? undefined : 'page'}>
              Documents
            </a>
            <a href={textAddressOf()} aria-current={isText ? 'page' : undefined}>
              {isLocal ? 'Texts' : 'Your own texts'}
            </a>
          </nav>
        )}
        {isOpen && !isLocal && <KeyLife />}
      </header>
      <OfferedKey />
      {isOpen && <AskToKeep />}
      <Trouble />
      {isOpen ? (
        isText ? (
          <Texts />
        ) : template === undefined ? (
          <TemplateList wanted={templateId} />
        ) : (
          <DocumentView key={templateId} template={template} />
        )
      ) : (
        <main class="door">
          <h1>Studio</h1>
          {secret !== '' && trouble.value === undefined ? (
            <p role="status">Opening…</p>
          ) : (
            <>
              <p>
                Fill in a contract or a policy, see its pages while you type, and download it as PDF or Word.
                The link or key that you were given opens it.
              </p>
              <KeyForm />
            </>
          )}
        </main>
      )}
    </>
  );
}

/** Opens the templates with a key, and tries again while the service does not answer. */
function openWith(secret: string): () => void {
  const stop = new AbortController();
  if (secret !== '') askPatiently('catalogue', openCatalogue, stop.signal).catch(() => {});
  return () => stop.abort();
}

function OfferedKey() {
  const brought = offered.value;
  const company = keyFacts.value?.companyName;
  return (
    <div role="alert">
      {brought !== undefined && (
        <div class="trouble busy">
          <p>
            This link has another key than the one in use here{company && `, which is ${company}’s`}. What you
            make with it belongs to the company of that key.{' '}
            <button type="button" class="link" onClick={() => giveKey(brought)}>
              Use the key of the link
            </button>{' '}
            <button type="button" class="link" onClick={() => (offered.value = undefined)}>
              Keep the key in use
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

function Trouble() {
  const found = trouble.value;
  return (
    <>
      <div role="alert">
        {found !== undefined && (
          <div class={`trouble ${found.kind}`}>
            <p>{found.text}</p>
          </div>
        )}
        {needsReload.value && (
          <div class="trouble busy">
            <p>
              A part of this page could not be loaded: the service was updated meanwhile, or did not answer.
              Nothing that you typed is lost:{' '}
              <button type="button" class="link" onClick={() => location.reload()}>
                Reload the page
              </button>
            </p>
          </div>
        )}
        {isFull.value && (
          <div class="trouble">
            <p>
              This is more than a tab can keep: a reload would lose the last changes. Save them as a file.
            </p>
          </div>
        )}
      </div>
      {found?.kind === 'key' && templates.value !== undefined && (
        <section class="trouble key" aria-label="Another key">
          <KeyForm />
        </section>
      )}
    </>
  );
}
