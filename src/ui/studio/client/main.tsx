/** The studio: a key opens the templates, a template its form, and beside the form are the pages as they are printed. */
import './studio.css';
import './form/form.css';
import './list/list.css';
import './returned/returned.css';
import './pages/pages.css';
import './narrow.css';
import './print.css';
import './texts/texts.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { keepDrafts } from './drafts/keep-drafts.ts';
import { readAgain } from './route.ts';
import { handOnKeys } from './service/hand-on.ts';
import { takeKeyFromAddress } from './service/key.ts';

takeKeyFromAddress();
readAgain();
keepDrafts();
handOnKeys();
// A link with another key that is opened in this tab.
addEventListener('hashchange', () => {
  takeKeyFromAddress();
  readAgain();
});
const root = document.getElementById('studio');
root?.replaceChildren();
if (root !== null) render(<App />, root);
