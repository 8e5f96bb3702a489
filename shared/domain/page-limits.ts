/** Of a longer document the pages after these are not drawn. */
export const MAX_PAGES = 5_000;

/** Pixels across that a page is drawn in: few steps, so that drawings can be kept and used again. */
export const PAGE_WIDTHS = ['800', '1200', '1600', '2400'] as const;
