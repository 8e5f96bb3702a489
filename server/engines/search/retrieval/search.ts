import { analyse } from '../analysis/tokenize.ts';
import { chooseMethod } from './choose-method.ts';
import { confidenceOf } from '../ranking/confidence.ts';
import { correctWords } from '../suggest/correct-words.ts';
import { measureEvidence } from '../ranking/measure-evidence.ts';
import type { KeywordIndex } from '../storage/inverted-index.ts';
import { parseKeywordQuery } from './parse-keyword-query.ts';
import { findNearest, type Meaning } from './nearest-passages.ts';
import { windowStart } from '../ranking/passage-windows.ts';
import { Permitted } from './permitted-view.ts';
import { type Ranked, rank } from './rank-by-keyword.ts';
import type { Whole } from '../storage/load-index.ts';
import { mostReranked, type Reranked, rerank } from '../ranking/rerank.ts';
import type { Chunk, Found, Query } from '../search-engine.ts';
import { createSelection } from '../ranking/select-results.ts';
import { orderWithin } from '../ranking/order-short-documents.ts';
import type { VectorRows } from '../storage/vector-matrix.ts';
import { visibility } from './visibility.ts';
import type { Phrase } from '../storage/word-sequences.ts';

/** Finds the words of passages, as written in their texts, whose stem is one of `stems`, each once. */
function createMarker({ vocabulary, chunkFields }: KeywordIndex, stems: ReadonlySet<number>) {
  const stemsOf = new Map<string, readonly number[]>();
  const meantBy = (word: string): readonly number[] => {
    const known = stemsOf.get(word);
    if (known !== undefined) return known;
    const meant = vocabulary.findWords(word).map((each) => vocabulary.stemOf(each));
    const found = meant.filter((stem) => stems.has(stem));
    stemsOf.set(word, found);
    return found;
  };
  return (chunk: number, text: string): string[] => {
    const words = new Set<string>();
    for (const term of analyse(text)) {
      // A stem of another language than the passage's is none of its words.
      if (meantBy(term.text).some((stem) => chunkFields.body.has(stem, chunk)))
        words.add(text.slice(term.start, term.end));
    }
    return [...words];
  };
}

interface Matches extends Omit<Reranked, 'ranked'> {
  /** Everything that answers, best first. */
  matches: Generator<Ranked, void>;
  /** Whether a model's vectors were wanted and not at hand. */
  lacksMeaning: boolean;
  /** What speaks for there being an answer, in the order of the confidence's coefficients. */
  evidence: readonly number[];
}

export function findMatches(
  permitted: Permitted,
  vectors: VectorRows | undefined,
  { method: given, embedding, text }: Pick<Query, 'method' | 'embedding' | 'text'>,
): Matches {
  const { index } = permitted;
  const method = given ?? chooseMethod(text);
  const { terms, phrases } = parseKeywordQuery(text, permitted);
  const all = rank(permitted, terms).filter(({ held, chunk }) =>
    phrases.every((phrase) => index.holdsPhrase(held, chunk, phrase)),
  );
  const candidates: Ranked[] = [];
  const windows = new Set<number>();
  // Not `take`, which would end the ranking that goes on below.
  while (windows.size < mostReranked) {
    const { value, done } = all.next();
    if (done) break;
    candidates.push(value);
    windows.add(windowStart(value.held, value.chunk));
  }
  const isWanted = method !== 'keyword' && embedding !== undefined;
  const meaning = isWanted && embedding !== null ? findNearest(permitted, vectors, embedding) : undefined;
  const further = meaning === undefined ? [] : nearestBeside(index, meaning, candidates, phrases);
  const { ranked, ...rest } = rerank(permitted, text, [...candidates, ...further], method, meaning);
  const looked = new Set(further.map(({ chunk }) => chunk));
  const others = all.filter(({ chunk }) => !looked.has(chunk));
  return {
    ...rest,
    evidence: measureEvidence(permitted, text, candidates),
    lacksMeaning: isWanted && meaning === undefined,
    // A model judges each passage by itself.
    matches: inTurn(meaning === undefined ? orderWithin(index, terms, ranked) : ranked, others),
  };
}

/** What a model finds near and the words did not bring; by keyword it counts as the last of those that they brought. */
function nearestBeside(
  index: KeywordIndex,
  { nearest }: Meaning,
  candidates: readonly Ranked[],
  phrases: readonly Phrase[],
): Ranked[] {
  const known = new Set(candidates.map(({ chunk }) => chunk));
  const score = candidates.at(-1)?.score ?? 0;
  return nearest.flatMap((chunk) => {
    const held = known.has(chunk) ? undefined : index.heldOf(chunk);
    const fits = held !== undefined && phrases.every((phrase) => index.holdsPhrase(held, chunk, phrase));
    return fits ? [{ held, chunk, score }] : [];
  });
}

/** What was not looked at closely follows in its own order, below all that was. */
function* inTurn(ranked: readonly Ranked[], rest: Iterable<Ranked>): Generator<Ranked, void> {
  for (const each of ranked) yield { ...each, score: 1 + each.score };
  let highest: number | undefined;
  for (const each of rest) {
    highest ??= each.score;
    yield { ...each, score: each.score / highest };
  }
}

export function search({ index, vectors }: Whole, asked: Query, chunkOf: (ranked: Ranked) => Chunk): Found {
  const permitted = new Permitted(index, visibility(asked));
  const method = asked.method ?? chooseMethod(asked.text);
  // Words that nobody wrote find nothing: what is not meant to the letter is looked for as it was probably meant.
  const corrected = method === 'keyword' ? null : correctWords(permitted, asked.text);
  const query = { ...asked, method, text: corrected ?? asked.text };
  const { terms } = parseKeywordQuery(query.text, permitted);
  // A piece of a code is marked only where nothing better was asked for.
  const telling = terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((telling.length > 0 ? telling : terms).flatMap((term) => term.stems));
  const { matches, evidence, hadVectors, lacksMeaning } = findMatches(permitted, vectors, query);
  const selection = createSelection(index, query.limit);
  for (const ranked of matches) if (!selection.take(ranked)) break;
  const matchedIn = createMarker(index, stems);
  const hits = selection.ranked().map((ranked) => {
    const chunk = chunkOf(ranked);
    const matched = matchedIn(ranked.chunk, chunk.text);
    return { documentId: ranked.held.id, score: ranked.score, chunk, matched };
  });
  return {
    hits,
    method: method === 'keyword' || (hadVectors && !lacksMeaning) ? method : 'keyword-fallback',
    confidence: hits.length > 0 ? confidenceOf(evidence) : 0,
  };
}
