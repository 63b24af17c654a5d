/** Whether the page is served by `npm run preview` over the files of one machine: there is no key, and texts are saved. */
export const isLocal = document.getElementById('studio')?.dataset.local !== undefined;
