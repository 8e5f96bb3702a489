import { analyse } from './analyse.ts';
import { chooseMethod } from './choose-method.ts';
import { confidenceOf } from './confidence.ts';
import { correctWords } from './correct-words.ts';
import type { KeywordIndex } from './keyword-index.ts';
import { parseKeywordQuery } from './keyword-query.ts';
import { type Ranked, rank } from './rank.ts';
import { mostReranked, type Reranked, rerank } from './rerank.ts';
import type { Chunk, Found, Query } from './search-index.ts';
import { createSelection } from './selection.ts';
import { visibility } from './visibility.ts';

/** The words of `text` as written whose stem is one of `stems`, each once. */
function wordsMatching(text: string, index: KeywordIndex, stems: ReadonlySet<number>): string[] {
  const words = new Set<string>();
  for (const term of analyse(text)) {
    const stem = index.vocabulary.findStem(term.text);
    if (stem !== undefined && stems.has(stem)) words.add(text.slice(term.start, term.end));
  }
  return [...words];
}

interface Matches extends Omit<Reranked, 'ranked'> {
  /** Everything that answers, best first. */
  matches: Generator<Ranked, void>;
}

export function findMatches(index: KeywordIndex, { method, ...query }: Omit<Query, 'limit'>): Matches {
  const isVisible = visibility(query);
  const { terms, phrases } = parseKeywordQuery(query.text, index.vocabulary);
  const all = rank(index, terms, isVisible).filter(({ held, chunk }) =>
    phrases.every((phrase) => index.holdsPhrase(held, chunk, phrase)),
  );
  const candidates: Ranked[] = [];
  // Not `take`, which would end the ranking that goes on below.
  while (candidates.length < mostReranked) {
    const { value, done } = all.next();
    if (done) break;
    candidates.push(value);
  }
  const { ranked, ...rest } = rerank(index, query.text, candidates, method ?? chooseMethod(query.text));
  return { ...rest, matches: inTurn(ranked, all) };
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

export function search(index: KeywordIndex, asked: Query, chunkOf: (ranked: Ranked) => Chunk): Found {
  const method = asked.method ?? chooseMethod(asked.text);
  // Words that nobody wrote find nothing: what is not meant to the letter is looked for as it was probably meant.
  const corrected = method === 'keyword' ? null : correctWords(index, asked.text, visibility(asked));
  const query = { ...asked, method, text: corrected ?? asked.text };
  const { terms } = parseKeywordQuery(query.text, index.vocabulary);
  // A piece of a code is marked only where nothing better was asked for.
  const telling = terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((telling.length > 0 ? telling : terms).map(({ term }) => term));
  const { matches, evidence, hadVectors } = findMatches(index, query);
  const selection = createSelection(index, query.limit);
  for (const ranked of matches) if (!selection.take(ranked)) break;
  const hits = selection.ranked().map((ranked) => {
    const chunk = chunkOf(ranked);
    const matched = wordsMatching(chunk.text, index, stems);
    return { documentId: ranked.held.id, score: ranked.score, chunk, matched };
  });
  return {
    hits,
    method: method === 'keyword' || hadVectors ? method : 'keyword-fallback',
    confidence: hits.length > 0 ? confidenceOf(evidence) : 0,
  };
}
