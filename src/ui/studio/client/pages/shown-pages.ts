import { signal } from '@preact/signals';
import type { Pages } from './pages.ts';

/** The pages beside the form, as soon as pdf.js is there. */
export const shownPages = signal<Pages | undefined>(undefined);
