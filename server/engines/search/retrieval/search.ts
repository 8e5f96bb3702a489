import { tokenize } from '../analysis/tokenize.ts';
import { estimateConfidence } from '../ranking/confidence.ts';
import { measureEvidence } from '../ranking/measure-evidence.ts';
import { orderShortDocuments } from '../ranking/order-short-documents.ts';
import { windowStart } from '../ranking/passage-windows.ts';
import { MAX_RERANKED_WINDOWS, type Reranked, rerank } from '../ranking/rerank.ts';
import { createResultSelection } from '../ranking/select-results.ts';
import type { Chunk, SearchQuery, SearchResults } from '../search-engine.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { LoadedIndex } from '../storage/load-index.ts';
import type { VectorMatrix } from '../storage/vector-matrix.ts';
import type { Phrase } from '../storage/word-sequences.ts';
import { correctWords } from '../suggest/correct-words.ts';
import { chooseMethod } from './choose-method.ts';
import { findNearestPassages, type SemanticScores } from './nearest-passages.ts';
import { parseKeywordQuery } from './parse-keyword-query.ts';
import { PermittedView } from './permitted-view.ts';
import { type RankedPassage, rankByKeyword } from './rank-by-keyword.ts';
import { createVisibilityTest } from './visibility.ts';

/** Finds the words of passages, as written in their texts, whose stem is one of `stems`, each once. */
function createMatchFinder({ vocabulary, chunkFields }: InvertedIndex, stems: ReadonlySet<number>) {
  const stemsOf = new Map<string, readonly number[]>();
  const matchingStemsOf = (word: string): readonly number[] => {
    const known = stemsOf.get(word);
    if (known !== undefined) return known;
    const wordStems = vocabulary.findWords(word).map((each) => vocabulary.stemOf(each));
    const found = wordStems.filter((stem) => stems.has(stem));
    stemsOf.set(word, found);
    return found;
  };
  return (chunk: number, text: string): string[] => {
    const words = new Set<string>();
    for (const term of tokenize(text)) {
      // A stem of another language than the passage's is none of its words.
      if (matchingStemsOf(term.text).some((stem) => chunkFields.body.has(stem, chunk)))
        words.add(text.slice(term.start, term.end));
    }
    return [...words];
  };
}

interface Matches extends Omit<Reranked, 'ranked'> {
  /** Everything that answers, best first. */
  matches: Generator<RankedPassage, void>;
  /** Whether a model's vectors were wanted and not at hand. */
  lacksSemanticScores: boolean;
  /** What speaks for there being an answer, in the order of the confidence's coefficients. */
  evidence: readonly number[];
}

export function rankMatches(
  view: PermittedView,
  vectors: VectorMatrix | undefined,
  { method: requestedMethod, queryEmbedding, text }: Pick<SearchQuery, 'method' | 'queryEmbedding' | 'text'>,
): Matches {
  const { index } = view;
  const method = requestedMethod ?? chooseMethod(text);
  const { terms, phrases } = parseKeywordQuery(text, view);
  const all = rankByKeyword(view, terms).filter(({ entry, chunk }) =>
    phrases.every((phrase) => index.containsPhrase(entry, chunk, phrase)),
  );
  const candidates: RankedPassage[] = [];
  const windows = new Set<number>();
  // Not `take`, which would end the ranking that goes on below.
  while (windows.size < MAX_RERANKED_WINDOWS) {
    const { value, done } = all.next();
    if (done) break;
    candidates.push(value);
    windows.add(windowStart(value.entry, value.chunk));
  }
  const isWanted = method !== 'keyword' && queryEmbedding !== undefined;
  const semanticScores =
    isWanted && queryEmbedding !== null ? findNearestPassages(view, vectors, queryEmbedding) : undefined;
  const further =
    semanticScores === undefined ? [] : addNearestPassages(index, semanticScores, candidates, phrases);
  const { ranked, ...rest } = rerank(view, text, [...candidates, ...further], method, semanticScores);
  const addedChunks = new Set(further.map(({ chunk }) => chunk));
  const others = all.filter(({ chunk }) => !addedChunks.has(chunk));
  return {
    ...rest,
    evidence: measureEvidence(view, text, candidates),
    lacksSemanticScores: isWanted && semanticScores === undefined,
    // A model judges each passage by itself.
    matches: appendUnranked(
      semanticScores === undefined ? orderShortDocuments(index, terms, ranked) : ranked,
      others,
    ),
  };
}

/** What a model finds near and the words did not bring; by keyword it counts as the last of those that they brought. */
function addNearestPassages(
  index: InvertedIndex,
  { nearest }: SemanticScores,
  candidates: readonly RankedPassage[],
  phrases: readonly Phrase[],
): RankedPassage[] {
  const known = new Set(candidates.map(({ chunk }) => chunk));
  const score = candidates.at(-1)?.score ?? 0;
  return nearest.flatMap((chunk) => {
    const entry = known.has(chunk) ? undefined : index.entryOf(chunk);
    const fits = entry !== undefined && phrases.every((phrase) => index.containsPhrase(entry, chunk, phrase));
    return fits ? [{ entry: entry, chunk, score }] : [];
  });
}

/** What was not looked at closely follows in its own order, below all that was. */
function* appendUnranked(
  ranked: readonly RankedPassage[],
  rest: Iterable<RankedPassage>,
): Generator<RankedPassage, void> {
  for (const each of ranked) yield { ...each, score: 1 + each.score };
  let highest: number | undefined;
  for (const each of rest) {
    highest ??= each.score;
    yield { ...each, score: each.score / highest };
  }
}

export function search(
  { index, vectors }: LoadedIndex,
  searchQuery: SearchQuery,
  chunkOf: (ranked: RankedPassage) => Chunk,
): SearchResults {
  const view = new PermittedView(index, createVisibilityTest(searchQuery));
  const method = searchQuery.method ?? chooseMethod(searchQuery.text);
  // Words that nobody wrote find nothing: what is not meant to the letter is looked for as it was probably meant.
  const corrected = method === 'keyword' ? null : correctWords(view, searchQuery.text);
  const query = { ...searchQuery, method, text: corrected ?? searchQuery.text };
  const { terms } = parseKeywordQuery(query.text, view);
  // A piece of a code is marked only where nothing better was asked for.
  const discriminative = terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((discriminative.length > 0 ? discriminative : terms).flatMap((term) => term.stems));
  const { matches, evidence, hasTermVectors, lacksSemanticScores } = rankMatches(view, vectors, query);
  const selection = createResultSelection(index, query.limit);
  for (const ranked of matches) if (!selection.take(ranked)) break;
  const findMatchedWords = createMatchFinder(index, stems);
  const hits = selection.ranked().map((ranked) => {
    const chunk = chunkOf(ranked);
    const matchedWords = findMatchedWords(ranked.chunk, chunk.text);
    return { documentId: ranked.entry.id, score: ranked.score, chunk, matchedWords: matchedWords };
  });
  return {
    hits,
    method: method === 'keyword' || (hasTermVectors && !lacksSemanticScores) ? method : 'keyword-fallback',
    confidence: hits.length > 0 ? estimateConfidence(evidence) : 0,
  };
}
