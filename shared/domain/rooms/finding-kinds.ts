/** The kinds of findings of an exposure check, in the order of its list. */
export const FINDING_KINDS = [
  'answer',
  'name',
  'folder-name',
  'placeholder-name',
  'email',
  'phone',
  'iban',
  'card',
  'identity-number',
  'birth-date',
  'author',
  'company',
  'template',
  'comment',
  'tracked-change',
  'speaker-notes',
  'hidden-sheet',
  'attachment',
  'layer',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
