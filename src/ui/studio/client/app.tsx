import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Link } from './buttons.tsx';
import { DocumentView } from './document-view.tsx';
import { AskToKeep } from './drafts/ask-to-keep.tsx';
import { isFull } from './kept.ts';
import { KeyForm } from './key-form.tsx';
import { KeyLife } from './key-life.tsx';
import { laterView, needsReload } from './part.tsx';
import { route, textAddressOf } from './route.ts';
import { openCatalogue, templateNamed, templates } from './service/catalogue.ts';
import { giveKey, given, key, keyFacts, mayWriteTexts, offered } from './service/key.ts';
import { isLocal } from './service/page.ts';
import { askPatiently, trouble } from './service/trouble.ts';
import { TemplateList } from './template-list.tsx';
import { useWork } from './use-work.ts';

const TextsView = laterView(() => import('./texts/texts-view.tsx'), 'Opening…');

export function App() {
  const { templateId, version, isOwn, isText } = route.value;
  const secret = key.value;
  // Tried again while the service does not answer.
  useWork(
    async (signal) => secret !== '' && askPatiently('catalogue', openCatalogue, signal),
    [secret, given.value],
  );
  const template = templateNamed(templateId, version, isOwn);
  useLayoutEffect(() => {
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
          <TextsView />
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

/** What concerns the whole page, with what can be done. */
function Banner({ kind = '', children }: { readonly kind?: string; readonly children: ComponentChildren }) {
  return (
    <div class={`trouble ${kind}`}>
      <p>{children}</p>
    </div>
  );
}

function OfferedKey() {
  const brought = offered.value;
  const company = keyFacts.value?.companyName;
  return (
    <div role="alert">
      {brought !== undefined && (
        <Banner kind="busy">
          This link has another key than the one in use here{company && `, which is ${company}’s`}. What you
          make with it belongs to the company of that key.{' '}
          <Link onClick={() => giveKey(brought)}>Use the key of the link</Link>{' '}
          <Link onClick={() => (offered.value = undefined)}>Keep the key in use</Link>
        </Banner>
      )}
    </div>
  );
}

function Trouble() {
  const found = trouble.value;
  return (
    <>
      <div role="alert">
        {found !== undefined && <Banner kind={found.kind}>{found.text}</Banner>}
        {needsReload.value && (
          <Banner kind="busy">
            A part of this page could not be loaded: the service was updated meanwhile, or did not answer.
            Nothing that you typed is lost: <Link onClick={() => location.reload()}>Reload the page</Link>
          </Banner>
        )}
        {isFull.value && (
          <Banner>
            This is more than a tab can keep: a reload would lose the last changes. Save them as a file.
          </Banner>
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
