import { discriminativeTerms } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { SentenceReader } from '../ranking/best-sentence.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { ReadPassage } from './measure-answer.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features that tell a coincidence from an answer, in the order in which measureDoubt returns them. */
export const DOUBT_FEATURES = [
  'share of the asked words in the sentence, rare and unknown ones counting more',
  'share of the asked words in the passage, rare and unknown ones counting more',
  'logarithm of the number of asked words in the sentence',
  'share of the numbers in the question that passage and title lack',
  'share of the names in the question that passage and title lack',
  'share of the names in the question that the document lacks',
  'lead of the sentence over the best one of another document',
  'logarithm of the number of words in the sentence',
  'logarithm of the number of passages of the document',
  'number of names in the question',
  'number of asked words',
  'density of the asked words in the sentence',
] as const;

/** Lower bound for document frequencies: with a single document each word would occur in all or none. */
const MIN_PASSAGE_COUNT = 20;
/** Passages of other documents that are compared. */
const MAX_COMPARED_PASSAGES = 7;

type Stems = readonly number[];

/** A word of the question; one that occurs nowhere has no stems. */
interface QuestionWord {
  stems: Stems;
  rarity: number;
  kind: 'word' | 'name' | 'number';
  namesDocument: boolean;
}

/**
 * Measures what speaks against an answer although words are shared: what is asked for and missing, and words that meet by chance.
 */
export function measureDoubt(
  view: PermittedView,
  question: string,
  sentences: SentenceReader,
  [first, ...others]: readonly [ReadPassage, ...ReadPassage[]],
): number[] {
  const { entry, chunk, text } = first;
  const { index } = view;
  const { title, path } = index.documentFields;
  const { body, headings } = index.chunkFields;
  const namesDocument = (stems: Stems) =>
    stems.some((stem) => title.has(stem, entry.unit) || path.has(stem, entry.unit));
  const isInPassage = (stems: Stems) =>
    stems.some((stem) => body.has(stem, chunk) || headings.has(stem, chunk));
  const isKnownPlace = (stems: Stems) => isInPassage(stems) || namesDocument(stems);
  const isInDocument = createDocumentTest(view, entry);
  const words = listWords(view, question, namesDocument);
  const beside = words.filter((word) => !word.namesDocument);
  const asked = beside.length > 0 ? beside : words;
  const sentence = sentences.choose(entry, text) ?? { start: 0, end: text.length, features: [] };
  const read = readSentence(view, text.slice(sentence.start, sentence.end), asked);
  const numbers = words.filter(({ kind }) => kind === 'number');
  const names = words.filter(({ kind }) => kind === 'name');
  const shareOf = (passage: ReadPassage) => sentences.choose(passage.entry, passage.text)?.features[0] ?? 0;
  const elsewhere = others.slice(0, MAX_COMPARED_PASSAGES).filter((other) => other.entry !== entry);
  return [
    rareShare(asked, (stems) => stems.some((stem) => read.stems.has(stem))),
    rareShare(asked, isInPassage),
    Math.log(1 + asked.filter(({ stems }) => stems.some((stem) => read.stems.has(stem))).length),
    shareMissing(numbers, isKnownPlace),
    shareMissing(names, isKnownPlace),
    shareMissing(names, isInDocument),
    (sentence.features[0] ?? 0) - Math.max(0, ...elsewhere.map(shareOf)),
    Math.log(1 + read.words),
    Math.log(entry.chunkCount),
    names.length,
    asked.length,
    read.density,
  ];
}

/** Lists the words of the question, each once, whatever its form. */
function listWords(
  view: PermittedView,
  question: string,
  namesDocument: (stems: Stems) => boolean,
): QuestionWord[] {
  const count = Math.max(MIN_PASSAGE_COUNT, view.passageCount);
  const firstLetter = question.search(/\p{L}/u);
  const words = new Map<string, QuestionWord>();
  for (const term of discriminativeTerms(question)) {
    const stems = view.findStems(term.text);
    const holders = stems.length === 0 ? 0 : Math.min(count, view.countHolders(stems));
    const isName = looksLikeName(question, term, firstLetter);
    // The quotes keep a word that is a number apart from the numbers of stems.
    words.set(stems.length > 0 ? stems.join() : `“${term.text}”`, {
      stems,
      rarity: inverseDocumentFrequency(count, holders),
      kind: /\p{N}/u.test(term.text) ? 'number' : isName ? 'name' : 'word',
      namesDocument: namesDocument(stems),
    });
  }
  return [...words.values()];
}

function readSentence(
  { index: { vocabulary } }: PermittedView,
  text: string,
  asked: readonly QuestionWord[],
) {
  const wanted = new Set(asked.flatMap(({ stems }) => stems));
  const stems = tokenize(text)
    .filter(({ kind }) => kind !== 'extra')
    .map(({ text: word }) => vocabulary.findWords(word).map((number) => vocabulary.stemOf(number)));
  const found = stems.flatMap((ofWord, at) => (ofWord.some((stem) => wanted.has(stem)) ? [at] : []));
  const span = (found.at(-1) ?? 0) - (found[0] ?? 0) + 1;
  return {
    stems: new Set(stems.flat()),
    words: stems.length,
    /** Share of the asked words between the first and the last of them; 0 with a single one. */
    density: found.length > 1 ? found.length / span : 0,
  };
}

function rareShare(words: readonly QuestionWord[], isFound: (stems: Stems) => boolean): number {
  const total = words.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  return words.reduce((sum, { stems, rarity }) => sum + (isFound(stems) ? rarity : 0), 0) / total;
}

const shareMissing = (words: readonly QuestionWord[], isFound: (stems: Stems) => boolean): number =>
  words.filter(({ stems }) => !isFound(stems)).length / Math.max(1, words.length);
