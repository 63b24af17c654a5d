import { readHtml } from './read-html.ts';

export interface Section {
  readonly heading: string;
  readonly blocks: readonly string[];
}

/** The text of a document by heading, without clause numbers, because these depend on other sections. */
export function sectionsOf(html: string): Section[] {
  const { blocks, headings } = readHtml(withoutNumbers(html));
  const waiting = headings.map(({ text }) => text);
  const sections: { heading: string; blocks: string[] }[] = [{ heading: 'Cover', blocks: [] }];
  for (const block of blocks) {
    if (block === waiting[0]) sections.push({ heading: waiting.shift() ?? '', blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

function withoutNumbers(html: string): string {
  return html
    .replace(/<span class="label">[^<]*<\/span>/g, '')
    .replace(/(<a class="ref"[^>]*>)[^<]*/g, '$1#')
    .replace(/<ol class="[^"]*">/g, '<ol>');
}

/** The headings of the sections in which the documents differ, in order. */
export function differing(documents: readonly (readonly Section[])[]): string[] {
  const texts = documents.map((sections) => {
    const alike = Map.groupBy(sections, ({ heading }) => heading);
    return new Map([...alike].map(([heading, same]) => [heading, JSON.stringify(same)]));
  });
  const headings = new Set(texts.flatMap((text) => [...text.keys()]));
  return [...headings].filter((heading) => new Set(texts.map((text) => text.get(heading))).size > 1);
}

/** The labels of a document's blanks, in order. */
export function blanksOf(html: string): string[] {
  const labels = html.matchAll(/<span class="blank[^>]* aria-label="blank: ([^"]*)"/g);
  return [...labels].map(([, label = '']) => label);
}
