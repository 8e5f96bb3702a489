/** Places outside the database where signed tree heads are kept. */
export const ANCHOR_KINDS = ['rfc3161', 'file', 'bucket', 'mail', 'digest'] as const;
export type AnchorKind = (typeof ANCHOR_KINDS)[number];
