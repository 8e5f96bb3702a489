/** Occasions on which a receipt is issued. */
export const RECEIPT_KINDS = ['entry', 'terms', 'digest', 'exit', 'request'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];
