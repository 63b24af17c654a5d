import { type PdfObjects, referenceIn } from './read-objects.ts';

/** An element of a PDF's structure tree. */
export interface Tag {
  readonly id: number;
  /** Its type, or the standard type to which it is mapped. */
  readonly type: string;
  /** The text of its dictionary. */
  readonly entries: string;
  readonly parent: Tag | undefined;
  readonly kids: readonly Tag[];
  /** In the format of `Marks.contents`. */
  readonly contents: readonly string[];
  /** Object numbers of its annotations. */
  readonly annotations: readonly number[];
}

/** Every element, each before its descendants; the first is the root. */
export function readTags({ objects, catalogue }: PdfObjects): Tag[] {
  const tree = objects.get(referenceIn(catalogue, 'StructTreeRoot')) ?? '';
  const roles = new Map(
    Array.from(
      /\/RoleMap <<([^>]*)>>/.exec(tree)?.[1]?.matchAll(/(\w+) \/(\w+)/g) ?? [],
      ([, type, role]) => [type, role],
    ),
  );
  const tags: Tag[] = [];
  const read = (id: number, parent: Tag | undefined): Tag => {
    const entries = objects.get(id) ?? '';
    const {
      type = '',
      page,
      list = '',
    } = /\n\/S \/(?<type>\w+)\n[\s\S]*?\/P \d+ 0 R(?:\n\/Pg (?<page>\d+) 0 R)?(?:\n\/K (?<list>\d+ 0 R|\d+|\[[^\]]*\]))?/.exec(
      entries,
    )?.groups ?? {};
    const parts = list.match(/<<[\s\S]*?>>|\d+ 0 R|\d+/g) ?? [];
    const kids: Tag[] = [];
    const tag: Tag = {
      id,
      type: roles.get(type) ?? type,
      entries,
      parent,
      kids,
      contents: parts
        .filter((part) => /^\d+$|MCID/.test(part))
        .map((part) => `${/\/Pg (\d+)/.exec(part)?.[1] ?? page}/${/(\d+)(?:>>)?$/.exec(part)?.[1]}`),
      annotations: parts.filter((part) => part.includes('/OBJR')).map((part) => referenceIn(part, 'Obj')),
    };
    tags.push(tag);
    for (const part of parts) if (part.endsWith(' R')) kids.push(read(Number.parseInt(part, 10), tag));
    return tag;
  };
  read(referenceIn(tree, 'K'), undefined);
  return tags;
}

/** The parent tree: content, in the format of `Marks.contents` → object number of its element. */
export function readOwners({ objects, catalogue }: PdfObjects): Map<string, number> {
  const tree = objects.get(referenceIn(catalogue, 'StructTreeRoot')) ?? '';
  const table = objects.get(referenceIn(tree, 'ParentTree')) ?? '';
  const owners = new Map<string, number>();
  for (const [id, page] of objects) {
    if (!page.startsWith('<</Type /Page\n')) continue;
    const key = /\/StructParents (\d+)/.exec(page)?.[1];
    const list = objects.get(Number(new RegExp(`[[ ]${key} (\\d+) 0 R`).exec(table)?.[1])) ?? '';
    for (const [index, owner] of (list.match(/\d+ 0 R|null/g) ?? []).entries())
      if (owner !== 'null') owners.set(`${id}/${index}`, Number.parseInt(owner, 10));
  }
  return owners;
}
