/** The maximum pages of a document that are rendered. */
export const MAX_PAGES = 5_000;

/** The widths in pixels of rendered pages: few steps, so that renderings can be cached. */
export const PAGE_WIDTHS = ['800', '1200', '1600', '2400'] as const;
