import type { Link } from '#shared/contracts/links/links.ts';

/** Says what visitors of a link may do. */
export const LEVEL_LABELS = {
  view: 'View only',
  download: 'PDFs with a watermark',
  original: 'Download',
} as const satisfies Record<Link['level'], string>;
