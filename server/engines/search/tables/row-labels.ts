import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { findExpression } from '../lexicon/expansion-terms.ts';
import type { Expression } from '../lexicon/lexicon.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import { type AskedWord, BESIDE } from './amount-question.ts';

/** How far the name of a row is what a question asks for. */
interface LabelMatch {
  /** Words of the question that the name has, itself or as another expression. */
  found: ReadonlySet<AskedWord>;
  /** Part of the name's words that the question has. */
  exactness: number;
  /** Number of these words. */
  matched: number;
}

type Stems = readonly number[];

/** A word of a row's name with its stems. */
interface LabelWord {
  text: string;
  numbers: ReadonlySet<number>;
}

/** Words of a name that say nothing about which row it is. */
const NEUTRAL_WORDS = new Set('total totals gross note notes payment payments paid'.split(' '));

const withoutStopWords = (expression: Expression): Expression => ({
  ...expression,
  words: expression.words.filter((word) => !STOP_WORDS.has(word)),
});

/**
 * Matches the names of rows with what a question asks for, through the lexicon: “purchases of property and equipment” are capital
 * expenditure.
 */
export class LabelReader {
  readonly #view: PermittedView;
  readonly #asked: readonly AskedWord[];
  readonly #expressions: readonly { words: readonly AskedWord[]; stems: readonly Stems[] }[];
  readonly #optional: readonly Stems[];
  readonly #known = new Map<string, LabelMatch>();

  constructor(view: PermittedView, words: readonly AskedWord[], equivalents: readonly Equivalents[]) {
    this.#view = view;
    this.#asked = words.filter(({ isOptional }) => !isOptional);
    this.#optional = words.filter(({ isOptional }) => isOptional).map(({ text }) => view.findStems(text));
    const built = equivalents.filter(({ folderIds }) => folderIds === undefined);
    this.#expressions = [
      ...this.#asked.map((word) => ({ words: [word], stems: [view.findStems(word.text)] })),
      ...built.flatMap(({ words: named, others }) => {
        const covered = this.#asked.filter(({ text }) => named.includes(text));
        return covered.length === 0
          ? []
          : others.map((other) => ({ words: covered, stems: findExpression(view, withoutStopWords(other)) }));
      }),
    ].filter(({ stems }) => stems.length > 0 && stems.every((each) => each.length > 0));
  }

  /** Lists the stems of all expressions, by which passages with such rows are found. */
  get stems(): readonly (readonly Stems[])[] {
    return this.#expressions.map(({ stems }) => stems);
  }

  /** Matches a name; the same one stands in many rows. */
  match(label: string): LabelMatch {
    const match = this.#known.get(label) ?? this.#match(label);
    this.#known.set(label, match);
    return match;
  }

  #match(label: string): LabelMatch {
    const words = this.#stemsOf(label);
    const isIn = (stems: Stems) => words.some(({ numbers }) => stems.some((stem) => numbers.has(stem)));
    const held = this.#expressions.filter(({ stems }) => stems.every(isIn));
    const known = [...held.flatMap(({ stems }) => stems), ...this.#optional];
    const isMatched = ({ numbers }: LabelWord) =>
      known.some((stems) => stems.some((stem) => numbers.has(stem)));
    const matched = words.filter(isMatched);
    const counted = words.filter((word) => isMatched(word) || !NEUTRAL_WORDS.has(word.text));
    return {
      found: new Set(held.flatMap(({ words: covered }) => covered)),
      exactness: matched.length / Math.max(counted.length, 1),
      matched: matched.length,
    };
  }

  /** Returns the words of the question that are neither found nor in these texts around the row. */
  missing(found: ReadonlySet<AskedWord>, context: string): AskedWord[] {
    const inContext = this.match(context).found;
    return this.#asked.filter((word) => !found.has(word) && !inContext.has(word));
  }

  #stemsOf(label: string): LabelWord[] {
    const { vocabulary } = this.#view.index;
    return tokenize(label.replace(BESIDE, ' '))
      .filter(({ kind, text }) => kind !== 'extra' && (!STOP_WORDS.has(text) || text === 'other'))
      .filter(({ text }) => text.length > 1 && !/^\d/.test(text))
      .map(({ text }) => {
        const numbers = new Set(vocabulary.findWords(text).map((word) => vocabulary.stemOf(word)));
        return { text, numbers };
      });
  }
}
