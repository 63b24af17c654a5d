import { oneOf, requiredWhen, text } from './fields.ts';
import { contradicts } from './warnings.ts';

const NAMES: ReadonlyMap<unknown, RegExp> = new Map([
  ['NGN', /\bngn\b|naira|₦/i],
  ['USD', /\busd\b|dollar|\$/i],
  ['GBP', /\bgbp\b|pound|sterling|£/i],
  ['ZAR', /\bzar\b|rand/i],
]);

const ANOTHER_CURRENCY = contradicts(
  'Contradicts another currency than Others, unless it names the same one.',
  'names another currency than currency; leave it out, or make currency Others',
  (value, { data: { currency } }) => typeof value === 'string' && NAMES.get(currency)?.test(value) === false,
);

/** The fields that set the currency of a document's amounts. */
export const currencyFields = {
  currency: oneOf(['NGN', 'USD', 'GBP', 'ZAR', 'Others'], {
    title: 'Currency',
    description: 'Currency of every amount in the document; Others means the one named in customCurrency.',
    help: 'Currency of every amount in the document.',
    example: 'NGN',
  }),
  customCurrency: text({
    title: 'Other currency',
    description: 'The currency, by ISO 4217 code or by name.',
    forCallers: 'Required if currency is Others.',
    example: 'KES',
    warnings: [ANOTHER_CURRENCY],
  }),
};

export const currencyConditions = [requiredWhen('currency', ['Others'], 'customCurrency')];
