/** A word in the form of the index, and the UTF-16 offsets of what it was in the text. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export function splitWords(text: string): Generator<PlacedWord>;
