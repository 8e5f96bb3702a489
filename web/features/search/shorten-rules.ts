/** Rules of dashes, underscores or dots: lines of a letterhead that OCR read as letters, leaders of a table of contents. */
const RULE = /\s*(?:[-–—_=~.·•\u2500-\u257f]\s?){4,}/gu;

/** Returns a text whose drawn rules are replaced by an ellipsis, for an excerpt that should show words. */
export const shortenRules = (text: string): string => text.replace(RULE, ' … ').trim();
