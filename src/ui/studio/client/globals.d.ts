/** What src/ui/studio/bundle.ts puts in: addresses, and the name of a policy. */
declare const PDF_LIBRARY: string;
declare const PDF_WORKER: string;
declare const TRUSTED_TYPES: string;

declare module '*.css';
