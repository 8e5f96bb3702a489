/** Matches queries for an amount, which statements and tables contain rather than prose. */
const AMOUNT =
  /\b(?:how (?:much|many)|amounts?|totals?|percent(?:age)?|number of|average|ratio|revenues?|sales|costs?|prices?|income|expenses?|margins?|balance|value|repurchases?|cash|tax)\b/i;

export const asksForAmount = (query: string): boolean => AMOUNT.test(query);
