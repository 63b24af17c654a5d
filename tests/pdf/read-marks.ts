import { type PdfObjects, referenceIn } from './read-objects.ts';

/** What the pages of a PDF paint, and under which marks. */
export interface Marks {
  /** Content of the structure tree, as "number of the page's object/number of the content". */
  readonly contents: readonly string[];
  /** What each artifact is: "/Type /Layout" and the like. */
  readonly artifacts: readonly string[];
  /** What is painted outside of any mark. */
  readonly unmarked: readonly string[];
  /** Marks of the tree or of artifacts that stand in one another. */
  readonly nested: readonly string[];
}

const PAINTS = /(?:^|\s)(?:Tj|TJ|Do|sh|[fFBbsS]\*?)$/;

export function readMarks({ objects, streams }: PdfObjects): Marks {
  const marks = {
    contents: [] as string[],
    artifacts: [] as string[],
    unmarked: [] as string[],
    nested: [] as string[],
  };
  for (const [id, page] of objects) {
    if (!page.startsWith('<</Type /Page\n')) continue;
    const open: string[] = [];
    const isInside = () => open.some((mark) => mark !== '');
    for (const line of (streams.get(referenceIn(page, 'Contents')) ?? '').split('\n')) {
      const content = /<<\/MCID (\d+) >>BDC$/.exec(line)?.[1];
      const artifact = /^\/Artifact <<(.*)>>BDC$/.exec(line)?.[1];
      if (/B[DM]C$/.test(line)) {
        if ((content ?? artifact) !== undefined && isInside()) marks.nested.push(line);
        if (content !== undefined) marks.contents.push(`${id}/${content}`);
        if (artifact !== undefined) marks.artifacts.push(artifact);
        open.push(content ?? artifact ?? '');
      } else if (line.endsWith('EMC')) open.pop();
      else if (PAINTS.test(line) && !isInside()) marks.unmarked.push(line);
    }
  }
  return marks;
}
