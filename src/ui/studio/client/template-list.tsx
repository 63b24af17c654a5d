import type { TemplateSummary } from '../../../../schemas/catalogue.ts';
import { Link } from './buttons.tsx';
import { begunAt, isBegun } from './draft.ts';
import { Forget } from './drafts/forget.tsx';
import { MadeToday } from './drafts/made-today.tsx';
import { DropFile } from './drop-file.tsx';
import { kindOf } from './file-kind.ts';
import { Heading } from './heading.tsx';
import { OpenReturned, useReturned } from './returned/open-returned.tsx';
import { addressOf, goTo } from './route.ts';
import { templates } from './service/catalogue.ts';
import { mayWriteTexts, ourName } from './service/key.ts';
import { isLocal } from './service/page.ts';
import { ownTexts, readOwnTexts } from './service/texts.ts';
import { useWork } from './use-work.ts';
import { dayOf, timeOf } from './words.ts';

const KINDS: readonly (readonly [kind: string, heading: string])[] = [
  ['agreement', 'Agreements'],
  ['policy', 'Policies'],
];

/** What the catalogue's templates are for. */
const ABOUT: Readonly<Record<string, string>> = {
  'senior-backend-developer-agreement':
    'Employs a senior developer: pay, place and hours, leave, rights in the work.',
  'construction-diesel-mechanic-agreement':
    'Employs a mechanic on construction sites: pay, hours, equipment, safety.',
  'junior-devops-engineer-agreement': 'Employs a junior engineer: pay, place and hours, leave, duties.',
  'studio-booking-agreement':
    'Books a recording studio: sessions, fee, cancellation, rights in the recording.',
  'non-disclosure-agreement': 'Keeps confidential what parties tell each other about a project.',
  'supplier-agreement': 'Buys goods or services: price, delivery, warranty, liability.',
  'esg-policy': 'Says how the company deals with environment, society and its own governance.',
  'environmental-policy': 'Says how the company reduces its effect on the environment.',
  'labour-policy': 'Says how the company treats those who work for it.',
};

/** @param wanted the template that the address names, which is not there */
export function TemplateList({ wanted }: { readonly wanted: string }) {
  const all = templates.value ?? [];
  const back = useReturned();
  const hasOwn = all.some(isOfCompany);
  const knowsDays = hasOwn && mayWriteTexts.value;
  useWork(async (signal) => knowsDays && readOwnTexts(signal), [knowsDays]);
  const open = async (file: File) => {
    const kind = await kindOf(file);
    if (kind === 'pdf' || kind === 'docx') await back.open(file, kind);
    else
      back.refuse(
        `${file.name} is no PDF or Word file. Choose its document first; its form takes data (JSON) and lists (CSV).`,
      );
  };
  return (
    <main class="templates">
      <Heading>What would you like to fill in?</Heading>
      {wanted !== '' && <p role="alert">There is no template “{wanted}”. These are there:</p>}
      <Entries heading={`${ourName.value}'s templates`} some={all.filter(isOfCompany)} />
      {KINDS.map(([kind, heading]) => (
        <Entries
          key={kind}
          heading={heading}
          some={all.filter((template) => template.kind === kind && !isOfCompany(template))}
        />
      ))}
      <section>
        <h2>A file that came back</h2>
        <p>
          Drop a PDF or Word file that was made here anywhere on this page, to see what was filled in and
          changed.
        </p>
        <OpenReturned onFile={open} />
        {back.notice}
      </section>
      {!isLocal && <MadeToday />}
      {!isLocal && <Forget />}
      <DropFile onFile={open} />
    </main>
  );
}

/** Whether a template is one that the company has and the catalogue has not. */
function isOfCompany({ versions }: TemplateSummary): boolean {
  return versions.length === 0;
}

/** What a template of the company's own is: its day where the key may know it, its id where others have its title. */
function aboutOwn({ templateId, title, kind, latestVersion }: TemplateSummary): string {
  const published = ownTexts.value?.find(
    (one) => one.templateId === templateId && one.version === latestVersion,
  );
  const isOnly = templates.value?.every((one) => one.templateId === templateId || one.title !== title);
  return [
    `${kind === 'policy' ? 'A policy' : 'An agreement'} of your own`,
    ...(isOnly ? [] : [templateId]),
    published === undefined ? latestVersion : `${latestVersion} of ${dayOf(published.createdAt)}`,
  ].join(', ');
}

interface EntriesProps {
  readonly heading: string;
  readonly some: readonly TemplateSummary[];
}

function Entries({ heading, some }: EntriesProps) {
  if (some.length === 0) return null;
  return (
    <section>
      <h2>{heading}</h2>
      <ul>
        {some.map((template) => (
          <Entry key={template.templateId} template={template} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ template }: { readonly template: TemplateSummary }) {
  const { templateId } = template;
  const own = template.customVersions.at(-1);
  return (
    <li>
      <a href={addressOf({ templateId })}>{template.title}</a>
      {isBegun(templateId) && (
        <span class="begun">
          Begun {timeOf(begunAt.value[templateId] ?? 0)}{' '}
          <Link aria-describedby={`begun-${templateId}`} onClick={() => goTo(addressOf({ templateId }))}>
            Continue
          </Link>
          <span id={`begun-${templateId}`} class="unseen">
            {template.title}
          </span>
        </span>
      )}
      <Link
        class="many"
        aria-label={`Make many of ${template.title} from a list…`}
        onClick={() => goTo(addressOf({ templateId, isList: true }))}
      >
        Make many…
      </Link>
      <p class="faint">
        {isOfCompany(template) ? aboutOwn(template) : ABOUT[templateId]}{' '}
        {own !== undefined && !isOfCompany(template) && `${ourName.value}'s text, ${own}.`}
      </p>
    </li>
  );
}
