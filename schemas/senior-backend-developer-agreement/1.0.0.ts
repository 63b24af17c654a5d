export { default } from './2.0.0.ts';
