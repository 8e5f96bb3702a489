/** The maximum pages of a document that are rendered. */
export const MAX_PAGES = 5_000;

/** The maximum matches of a text in one response, and the pages searched for it. */
export const MAX_TEXT_MATCHES = 200;
export const MAX_SEARCHED_PAGES = 100;

/** The maximum sheets of a spreadsheet that are named; the pages of the others follow. */
export const MAX_SHEETS = 200;

/** The maximum boxes of a match; the lines after them are not marked. */
export const MAX_MATCH_BOXES = 50;

/** The widths in pixels of rendered pages: few steps, so that renderings can be cached. */
export const PAGE_WIDTHS = ['240', '800', '1200', '1600', '2400'] as const;
