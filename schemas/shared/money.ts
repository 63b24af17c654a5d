import { oneOf, requiredWhen, text } from './fields.ts';

/** The fields that set the currency of a document's amounts. */
export const currencyFields = {
  currency: oneOf(['NGN', 'USD', 'GBP', 'ZAR', 'Others'], {
    title: 'Currency',
    description: 'Currency of every amount in the document; Others means the one named in customCurrency.',
    example: 'NGN',
  }),
  customCurrency: text({
    title: 'Other currency',
    description: 'The currency, by ISO 4217 code or by name. Required if currency is Others.',
    example: 'KES',
  }),
};

export const currencyConditions = [requiredWhen('currency', ['Others'], 'customCurrency')];
