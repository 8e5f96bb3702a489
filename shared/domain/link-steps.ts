/** The steps of an access page, in the order in which they are completed. */
export const LINK_STEPS = ['password', 'email', 'code', 'terms'] as const;
export type LinkStep = (typeof LINK_STEPS)[number];

/**
 * With the last four, nothing that a link opens is in reach: its room is not open, all of it is deleted, or the reader of the
 * list has no access to it any more.
 */
export const LINK_STATUSES = [
  'active',
  'not-started',
  'used-up',
  'expired',
  'disabled',
  'room-closed',
  'room-in-preparation',
  'target-deleted',
  'no-access',
] as const;

export const LINK_CODE_DIGITS = 6;
export const MAX_LINK_VISITS = 1_000_000;
export const MAX_LINK_TARGETS = 20;
export const MAX_LINK_ADDRESSES = 200;
export const MAX_GREETING_LENGTH = 500;
export const MAX_LINK_NAME_LENGTH = 100;
export const MAX_TERMS_NAME_LENGTH = 100;
export const MAX_TERMS_LENGTH = 50_000;
/** Limits of a document that is published as terms: it is read whole before it is accepted, and attached to each acceptance. */
export const MAX_TERMS_DOCUMENT_BYTES = 10 * 1024 * 1024;
export const MAX_TERMS_DOCUMENT_PAGES = 100;
export const MAX_TERMS_DOCUMENT_TEXT = 500_000;
export const MAX_SIGNED_NAME_LENGTH = 100;
/** For how many days a link remembers a browser. */
export const DEFAULT_REMEMBER_DAYS = 7;
export const MAX_REMEMBER_DAYS = 90;
