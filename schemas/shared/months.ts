/** The names of the months, as documents print them. */
export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');
