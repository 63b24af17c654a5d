import { LRUCache } from 'lru-cache';
import { remembered } from '../../../lib/remembered.ts';
import { XML_HEADER } from './xml.ts';
import { zip } from './zip.ts';

/** Content types that do not follow from the file extension of the part. */
const CONTENT_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\.xml$/, 'wordprocessingml.document.main'],
  [/^word\/glossary\/document\.xml$/, 'wordprocessingml.document.glossary'],
  [/^word\/glossary\/styles\.xml$/, 'wordprocessingml.styles'],
  [/^word\/(styles|numbering|settings|fontTable)\.xml$/, 'wordprocessingml.$1'],
  [/^word\/(header|footer)\d+\.xml$/, 'wordprocessingml.$1'],
  [/^docProps\/app\.xml$/, 'extended-properties'],
  [/^docProps\/custom\.xml$/, 'custom-properties'],
  [/^customXml\/itemProps\d+\.xml$/, 'customXmlProperties'],
];

/** Parts that are equal in most files, and have nothing of a document's data: they are kept, and compressed once. */
const OFTEN_EQUAL =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/app\.xml|word\/((numbering|settings|fontTable)\.xml|glossary\/(styles\.xml|_rels\/.*)))$/;

/** Equal too, but for those that lead out of the file, to an address that may be of the data. */
const RELATIONSHIPS = 'word/_rels/document.xml.rels';

const kept = new LRUCache<string, Uint8Array>({
  maxSize: 512 * 1_024,
  sizeCalculation: (bytes) => bytes.length,
});

function bytesOf(name: string, content: string | Uint8Array): Uint8Array {
  if (typeof content !== 'string') return content;
  return OFTEN_EQUAL.test(name) || (name === RELATIONSHIPS && !content.includes('External'))
    ? remembered(kept, content, (text) => Buffer.from(text))
    : Buffer.from(content);
}

/**
 * Zips the parts of a document.
 * @param parts part name → content, in the order of the file
 */
export function packageParts(parts: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  const files = new Map<string, Uint8Array>();
  files.set('[Content_Types].xml', bytesOf('[Content_Types].xml', contentTypes([...parts.keys()])));
  for (const [name, content] of parts) files.set(name, bytesOf(name, content));
  return zip(files);
}

function contentTypes(names: readonly string[]): string {
  const overrides = names
    .map((name) => {
      const type = contentType(name);
      return type === undefined ? '' : `<Override PartName="/${name}" ContentType="${type}"/>`;
    })
    .join('');
  return (
    `${XML_HEADER}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>' +
    `${overrides}</Types>`
  );
}

function contentType(name: string): string | undefined {
  if (name === 'docProps/core.xml') return 'application/vnd.openxmlformats-package.core-properties+xml';
  const found = CONTENT_TYPES.find(([pattern]) => pattern.test(name));
  if (found === undefined) return undefined;
  return `application/vnd.openxmlformats-officedocument.${name.replace(...found)}+xml`;
}
