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
/** The kinds of what is hidden in a file, which pages and text of the level View do not show. */
export const HIDDEN_KINDS = [
  'author',
  'company',
  'template',
  'comment',
  'tracked-change',
  'speaker-notes',
  'hidden-sheet',
  'attachment',
  'layer',
] as const satisfies readonly (typeof FINDING_KINDS)[number][];
export type FindingKind = (typeof FINDING_KINDS)[number];
