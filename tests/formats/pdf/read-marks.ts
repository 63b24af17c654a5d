import { type PdfObjects, referenceIn } from './read-objects.ts';

/** The marked and unmarked content of a PDF's pages. */
export interface Marks {
  /** Marked content of the structure tree, as "object number of the page/number of the content". */
  readonly contents: readonly string[];
  /** The entries of each artifact: "/Type /Layout" and the like. */
  readonly artifacts: readonly string[];
  /** Content that is painted without any mark. */
  readonly unmarked: readonly string[];
  /** Marks that are nested in marks of the tree or in artifacts. */
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
