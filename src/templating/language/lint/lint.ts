/**
 * What authors are told about a text before it runs: markup that is not allowed, fields that the schema does not have,
 * the position of a fault. Takes a loaded template and the shared parts; gives faults and differences as values, or
 * throws TemplateError. Knows no data and renders nothing; the interpreter does not know it.
 */
export { placeAt } from '../lines.ts';
export {
  compareFields,
  type FieldDifferences,
  type UndeclaredField,
} from './fields-read.ts';
export { refuseMarkup } from './refuse-markup.ts';
