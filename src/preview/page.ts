import { escapeXml } from '../html/xml-text.ts';
import { describeSourceFault, type SourceFault } from '../templates/source-faults.ts';
import type { Revision } from './revision.ts';

export interface Page {
  /** `<templateId>/<version>` */
  readonly key: string;
  readonly revision: Revision;
  /** The name of the selected sample. */
  readonly sample: string;
  /** Identifies the revision. */
  readonly id: string;
}

/** The preview's only page: faults, warnings, the PDF, and a link to the Word file. */
export function renderPage({ key, revision, sample, id }: Page): string {
  const { title, faults, warnings, documents } = revision;
  const document = documents.get(sample);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeXml(title)} · preview</title>
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/preview.css">
<script src="/preview.js" type="module"></script>
</head>
<body data-revision="${escapeXml(id)}">
<header>
<h1>${escapeXml(title)}</h1>
<p class="key">${escapeXml(key)}</p>
<nav aria-label="Data">${[...documents.keys()].map((name) => link(name, sample)).join('\n')}</nav>
<p class="lost" role="status">The preview has been ended; start it again, and this page goes on.</p>
</header>
${list('faults', 'What is wrong', faults, 'alert')}
${list('warnings', 'What may not be meant', warnings, 'status')}
${document === undefined ? '<main><p>There is no document yet.</p></main>' : renderDocument(sample, id)}
</body>
</html>
`;
}

function link(name: string, sample: string): string {
  const current = name === sample ? ' aria-current="page"' : '';
  return `<a href="/?sample=${encodeURIComponent(name)}"${current}>${escapeXml(name)}</a>`;
}

function list(kind: string, heading: string, faults: readonly SourceFault[], role: string): string {
  if (faults.length === 0) return '';
  const items = [...new Set(faults.map(describeSourceFault))].map((fault) => `<li>${escapeXml(fault)}</li>`);
  return `<section class="${kind}" role="${role}">\n<h2>${heading}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`;
}

function renderDocument(sample: string, id: string): string {
  const query = `sample=${encodeURIComponent(sample)}&amp;revision=${encodeURIComponent(id)}`;
  return `<main>
<p class="download"><a href="/document.docx?${query}">Word file</a></p>
<iframe title="PDF" src="/document.pdf?${query}"></iframe>
</main>`;
}
