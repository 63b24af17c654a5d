/** The folders of the shared parts that a company may write itself. */
const OWN_PART_FOLDERS: readonly string[] = ['layouts', 'partials'];

/** The folders of shared parts, in templates-html. */
export const PART_FOLDERS: readonly string[] = [...OWN_PART_FOLDERS, 'styles'];

/** Whether it is the name of a part that a company may write itself, as `partials/footer.njk`. */
export function isOwnPart(name: string): boolean {
  return OWN_PART_FOLDERS.some((folder) => name.startsWith(`${folder}/`));
}
