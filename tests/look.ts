/**
 * `npm run look -- <templateId>[@version] [data.json]`: makes a document in this process, in place of a render process, and writes
 * it as HTML, PDF and Word file, with a PNG of each page. docs/debugging.md says what for.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OPTIONS } from '../schemas/shared/default-options.ts';
import { fieldTableOf } from '../src/formats/document/field-table.ts';
import { makeDocument } from '../src/formats/document/make-document.ts';
import { convertToDocx } from '../src/formats/docx/convert.ts';
import { startPrinter } from '../src/formats/pdf/printer.ts';
import { readParts, SharedParts } from '../src/render/parts.ts';
import { TemplateCache } from '../src/render/template-cache.ts';
import { serializeHtml } from '../src/templating/html/parse.ts';
import { PROJECT, readCatalogue } from '../src/templating/templates/catalogue.ts';
import { needProgram } from './tools.ts';

const [name = '', dataFile] = process.argv.slice(2);
const [templateId = '', version] = name.split('@');
const versions = (await readCatalogue()).get(templateId) ?? [];
const template = versions.find((one) => version === undefined || one.version === version);
if (template === undefined) {
  console.error('npm run look -- <templateId>[@version] [data.json], for example esg-policy');
  process.exit(2);
}

const { title, origin, source, schema, sample } = template;
const data = dataFile === undefined ? sample : JSON.parse(readFileSync(dataFile, 'utf8'));
const templates = new TemplateCache(new SharedParts(readParts(path.join(PROJECT, 'templates-html'))));
const loaded = templates.load({ name: `${templateId}/${template.version}.njk`, source }, origin).template;
const wishes = { title, origin, options: DEFAULT_OPTIONS, fields: fieldTableOf(schema) };
const { tree, facts } = makeDocument(loaded, data, { ...wishes, format: 'html' });
const html = serializeHtml(tree);
const word = convertToDocx(makeDocument(loaded, data, { ...wishes, format: 'docx' }));

const printer = await startPrinter({
  ...{ size: 1, waitTimeoutMs: 60_000, workTimeoutMs: 60_000, sandboxRequired: false },
  ...{ onFault: console.error, onUnjailed: () => {}, chromiumPath: process.env.CHROMIUM_PATH },
});
const document = { html, facts, origin, options: DEFAULT_OPTIONS };
const { bytes: pdf } = await printer.printPdf(document, new AbortController());
await printer.close();

const folder = path.join(PROJECT, 'node_modules', '.cache', 'look');
mkdirSync(folder, { recursive: true });
const stem = path.join(folder, `${templateId}-${template.version}`);
for (const [extension, content] of Object.entries({ html, pdf, docx: word })) {
  writeFileSync(`${stem}.${extension}`, content);
  console.log(`${stem}.${extension}`);
}
const program = needProgram('pdftoppm');
if (program.isSkipped) console.log(`no pictures: ${program.title}`);
else {
  execFileSync('pdftoppm', ['-png', '-r', '96', `${stem}.pdf`, stem]);
  console.log(`${stem}-1.png …`);
}
