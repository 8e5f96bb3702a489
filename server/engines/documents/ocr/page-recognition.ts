/** The words of a page image, and how certain they are. */
export interface RecognizedPage {
  /** Lines as in the image; empty lines separate paragraphs. */
  readonly text: string;
  /** The mean over its words, from 0 to 100; 0 without words. */
  readonly confidence: number;
  readonly words: number;
}

/**
 * `too-long` and `out-of-memory` are limits of the page; `damaged` is an image that cannot be decoded, or that ended the engine.
 */
export const recognitionProblems = ['too-long', 'out-of-memory', 'damaged'] as const;

export type PageRecognition = RecognizedPage | { readonly problem: (typeof recognitionProblems)[number] };

export type OcrEngineKind = 'native' | 'wasm';

/** A page image to read; languages are codes of Tesseract, such as `deu`. */
export interface PageToRecognize {
  /** Images of different owners never share a process. */
  readonly owner: string;
  /** A JPEG. */
  readonly image: Buffer;
  readonly languages: readonly string[];
}

/** Longer than any page of small print. */
export const MAX_PAGE_TEXT_LENGTH = 200_000;
