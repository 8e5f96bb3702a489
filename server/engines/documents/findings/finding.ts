/** Kinds of data about persons and accounts in the text of a document. */
export const textFindingKinds = ['email', 'phone', 'iban', 'card', 'identity-number', 'birth-date'] as const;
type TextFindingKind = (typeof textFindingKinds)[number];

/** Kinds of content beside the text that readers see. */
export const hiddenFindingKinds = [
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
export type HiddenFindingKind = (typeof hiddenFindingKinds)[number];

/** Something in a text; `start` and `end` are UTF-16 offsets. */
export interface Match {
  readonly kind: TextFindingKind;
  readonly start: number;
  readonly end: number;
  /** In a form that is equal for equal values, such as digits only. */
  readonly value: string;
}

/** A match in a document, with the offsets of its blocks. */
export interface TextFinding extends Match {
  /** The page or slide, counted from 1. */
  readonly page?: number | undefined;
}

/** Something hidden, which has no place in the text. */
export interface HiddenFinding {
  readonly kind: HiddenFindingKind;
  readonly page?: number | undefined;
  readonly value: string;
}

/** The findings in a document, and whether all kinds of hidden content that its format has were looked for. */
export interface HiddenContent {
  readonly findings: readonly HiddenFinding[];
  readonly isComplete: boolean;
}

/** More of one document say nothing new to a person who reads them. */
export const MAX_FINDINGS = 5_000;
/** UTF-16 units of the value of a hidden finding. */
export const MAX_HIDDEN_VALUE_LENGTH = 300;
