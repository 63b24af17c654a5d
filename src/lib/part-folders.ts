/** The folders of shared parts, in templates-html. A company's own parts are in the first two. */
export const PART_FOLDERS: readonly string[] = ['layouts', 'partials', 'styles'];
