/** What src/ui/studio/bundle.ts tells the page. */
const { local, drafts, readLimitBytes } = document.getElementById('studio')?.dataset ?? {};

/** Whether the page is served by `npm run preview` over the files of one machine: there is no key, and texts are saved. */
export const isLocal = local !== undefined;

/** Whether drafts are kept in this tab alone, whatever a person says. */
export const draftsAreOff = drafts === 'off';

/** The largest file that the service reads. */
export const READ_LIMIT_BYTES = Number(readLimitBytes);
