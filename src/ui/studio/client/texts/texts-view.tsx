import { useLayoutEffect } from 'preact/hooks';
import { route } from '../route.ts';
import { templateNamed } from '../service/catalogue.ts';
import { keyFacts, mayWriteTexts } from '../service/key.ts';
import { isLocal } from '../service/page.ts';
import { LocalFiles } from './local-files.tsx';
import { OwnTexts } from './own-texts.tsx';
import { TextView } from './text-view.tsx';

export default function TextsView() {
  const { templateId, version, isOwn } = route.value;
  const template = templateNamed(templateId, version, isOwn);
  useLayoutEffect(() => {
    document.title = `${template === undefined ? 'Your own texts' : `Text of ${template.title}`} · Studio`;
  }, [template]);
  return (
    <>
      <div role="alert">
        {keyFacts.value !== undefined && !mayWriteTexts.value && (
          <p class="trouble">
            This key lacks the right to write texts. Whoever keeps the keys can issue one that has it
            (“texts”). Nothing that you typed is lost: use that key here.
          </p>
        )}
      </div>
      {isLocal && <LocalFiles />}
      {template === undefined ? (
        <OwnTexts wanted={templateId} />
      ) : (
        <TextView
          key={`${templateId}/${version}/${isOwn}`}
          template={template}
          version={version || template.latestVersion}
          isOwn={isOwn}
        />
      )}
    </>
  );
}
