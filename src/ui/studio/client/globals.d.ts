/** Addresses that src/ui/studio/bundle.ts puts in. */
declare const PDF_LIBRARY: string;
declare const PDF_WORKER: string;

declare module '*.css';
