import { type Language, wordGroupOf } from '../analysis/detect-language.ts';
import { stemWord } from '../analysis/stem-word.ts';
import type { Term } from '../analysis/tokenize.ts';

/** Returns the token that stands for a word's stem in its language, such as `en:leas`; a token has no white space. */
export function tokenOf(word: string, language: Language): string {
  const group = wordGroupOf(word, language);
  return `${group}:${stemWord(word, language).replace(/[\s|]/g, '_')}`;
}

const MAX_FREQUENCY = 255;

/** Writes the stems of a text for the index: each once, with its frequency. */
export class StemCounter {
  readonly #counts = new Map<string, number>();
  readonly #tokens = new Map<string, string>();
  length = 0;

  add(terms: readonly Term[], language: Language): void {
    for (const { text } of terms) {
      const key = `${language} ${text}`;
      const token = this.#tokens.get(key) ?? tokenOf(text, language);
      this.#tokens.set(key, token);
      this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1);
      this.length++;
    }
  }

  toField(): string {
    return Array.from(this.#counts, ([token, count]) => `${token}|${Math.min(count, MAX_FREQUENCY)}`).join(
      ' ',
    );
  }
}

export function countStems(terms: readonly Term[], language: Language): { field: string; length: number } {
  const counter = new StemCounter();
  counter.add(terms, language);
  return { field: counter.toField(), length: counter.length };
}

/** Returns the words as written, in order, for phrases. */
export const wordsOf = (terms: readonly Term[]): string =>
  terms
    .filter(({ kind }) => kind !== 'extra')
    .map(({ text }) => text)
    .join(' ');
