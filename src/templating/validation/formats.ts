import { isDate, isInstant, isMoment } from './moment.ts';
import { isEmail, isPrintable } from './text.ts';

/** What the `format` of a text means. */
export const FORMATS = {
  text: isPrintable,
  date: isDate,
  email: isEmail,
  instant: isInstant,
  moment: isMoment,
};
