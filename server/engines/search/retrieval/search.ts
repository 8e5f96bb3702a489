import { tokenize } from '../analysis/tokenize.ts';
import { estimateConfidence } from '../ranking/confidence.ts';
import { measureEvidence } from '../ranking/measure-evidence.ts';
import { orderShortDocuments } from '../ranking/order-short-documents.ts';
import { windowStart } from '../ranking/passage-windows.ts';
import { MAX_RERANKED_WINDOWS, rerank } from '../ranking/rerank.ts';
import { createResultSelection } from '../ranking/select-results.ts';
import type { Chunk, SearchQuery, SearchResults } from '../search-types.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { LoadedIndex } from '../storage/load-index.ts';
import type { VectorMatrix } from '../storage/vector-matrix.ts';
import type { Phrase } from '../storage/word-sequences.ts';
import { correctWords } from '../suggest/correct-words.ts';
import { findNearestPassages, type SemanticScores } from './nearest-passages.ts';
import { type KeywordQuery, parseKeywordQuery } from './parse-keyword-query.ts';
import { createVisibilityTest, PermittedView } from './permitted-view.ts';
import { type RankedPassage, rankByKeyword } from './rank-by-keyword.ts';

/** The index in memory, and where the texts of its passages are read. */
export interface SearchableIndex {
  readonly loaded: LoadedIndex;
  readChunk(passage: RankedPassage): Chunk;
}

/** Finds and ranks the passages that answer a query among the documents that its access filter permits. */
export function search(searchable: SearchableIndex, query: SearchQuery): SearchResults {
  const { index, vectors } = searchable.loaded;
  const { method, limit } = query;
  const view = new PermittedView(index, createVisibilityTest(query));
  // Literal queries are never corrected; otherwise a word that occurs nowhere is taken for a misspelling.
  const corrected = method === 'keyword' ? null : correctWords(view, query.text);
  const text = corrected ?? query.text;
  const parsed = parseKeywordQuery(text, view);
  const ranking = rankMatches(view, vectors, { ...query, text }, parsed);
  const selection = createResultSelection(index, limit);
  for (const match of ranking.matches) if (!selection.take(match)) break;
  const findMatchedWords = createMatchFinder(index, parsed);
  const hits = selection.ranked().map((passage) => {
    const chunk = searchable.readChunk(passage);
    const matchedWords = findMatchedWords(passage.chunk, chunk.text);
    return { documentId: passage.entry.id, score: passage.score, chunk, matchedWords };
  });
  const isAsRequested = ranking.hasTermVectors && !ranking.lacksSemanticScores;
  return {
    hits,
    method: method === 'keyword' || isAsRequested ? method : 'keyword-fallback',
    confidence: hits.length > 0 ? estimateConfidence(ranking.evidence) : 0,
  };
}

interface Ranking {
  /** All matching passages, best first. */
  matches: Generator<RankedPassage, void>;
  /** Whether the text had words to build term vectors from. */
  hasTermVectors: boolean;
  /** Whether embeddings were requested and unavailable. */
  lacksSemanticScores: boolean;
  /** Features for the confidence, in the order of EVIDENCE_NAMES. */
  evidence: readonly number[];
}

/** Ranks all matching passages: by keyword, then the best of them, and the nearest by embedding, by every feature. */
export function rankMatches(
  view: PermittedView,
  vectors: VectorMatrix | undefined,
  { method, queryEmbedding, text }: Pick<SearchQuery, 'method' | 'queryEmbedding' | 'text'>,
  { terms, phrases }: KeywordQuery,
): Ranking {
  const { index } = view;
  const byKeyword = rankByKeyword(view, terms).filter(({ entry, chunk }) =>
    phrases.every((phrase) => index.containsPhrase(entry, chunk, phrase)),
  );
  const candidates = takeCandidates(byKeyword);
  const isSemantic = method !== 'keyword' && queryEmbedding !== undefined;
  const semanticScores =
    isSemantic && queryEmbedding !== null ? findNearestPassages(view, vectors, queryEmbedding) : undefined;
  const nearest =
    semanticScores === undefined ? [] : listFurtherNearest(index, semanticScores, candidates, phrases);
  const { ranked, hasTermVectors } = rerank(view, text, [...candidates, ...nearest], method, semanticScores);
  const nearestChunks = new Set(nearest.map(({ chunk }) => chunk));
  const others = byKeyword.filter(({ chunk }) => !nearestChunks.has(chunk));
  // A model judges each passage by itself, so its order within a document is kept.
  const ordered = semanticScores === undefined ? orderShortDocuments(index, terms, ranked) : ranked;
  return {
    matches: appendUnranked(ordered, others),
    hasTermVectors,
    lacksSemanticScores: isSemantic && semanticScores === undefined,
    evidence: measureEvidence(view, text, candidates),
  };
}

/** Takes the best passages until they cover enough windows; the iterator stays usable for the rest. */
function takeCandidates(passages: Iterator<RankedPassage, void>): RankedPassage[] {
  const candidates: RankedPassage[] = [];
  const windows = new Set<number>();
  while (windows.size < MAX_RERANKED_WINDOWS) {
    const { value, done } = passages.next();
    if (done) break;
    candidates.push(value);
    windows.add(windowStart(value.entry, value.chunk));
  }
  return candidates;
}

/** Lists the nearest passages by embedding that are not candidates; their keyword score is that of the last candidate. */
function listFurtherNearest(
  index: InvertedIndex,
  { nearest }: SemanticScores,
  candidates: readonly RankedPassage[],
  phrases: readonly Phrase[],
): RankedPassage[] {
  const known = new Set(candidates.map(({ chunk }) => chunk));
  const score = candidates.at(-1)?.score ?? 0;
  return nearest.flatMap((chunk) => {
    const entry = known.has(chunk) ? undefined : index.entryOf(chunk);
    const isMatch =
      entry !== undefined && phrases.every((phrase) => index.containsPhrase(entry, chunk, phrase));
    return isMatch ? [{ entry, chunk, score }] : [];
  });
}

/** Yields the reranked passages, with scores above 1, and then the others in their own order, with scores up to 1. */
function* appendUnranked(
  ranked: readonly RankedPassage[],
  others: Iterable<RankedPassage>,
): Generator<RankedPassage, void> {
  for (const passage of ranked) yield { ...passage, score: 1 + passage.score };
  let highest: number | undefined;
  for (const passage of others) {
    highest ??= passage.score;
    yield { ...passage, score: passage.score / highest };
  }
}

/** Creates a function that finds the words of a passage, as written, that share a stem with the query, each once. */
function createMatchFinder({ vocabulary, chunkFields }: InvertedIndex, { terms }: KeywordQuery) {
  // Parts of a code count as matches only when the query has nothing better.
  const discriminative = terms.filter(({ weight }) => weight >= 1);
  const stems = new Set((discriminative.length > 0 ? discriminative : terms).flatMap((term) => term.stems));
  const stemsByWord = new Map<string, readonly number[]>();
  const matchingStemsOf = (word: string): readonly number[] => {
    const known = stemsByWord.get(word);
    if (known !== undefined) return known;
    const wordStems = vocabulary.findWords(word).map((number) => vocabulary.stemOf(number));
    const found = wordStems.filter((stem) => stems.has(stem));
    stemsByWord.set(word, found);
    return found;
  };
  return (chunk: number, text: string): string[] => {
    const words = new Set<string>();
    for (const term of tokenize(text)) {
      // A stem of another language than the passage's does not occur in its postings.
      if (matchingStemsOf(term.text).some((stem) => chunkFields.body.has(stem, chunk)))
        words.add(text.slice(term.start, term.end));
    }
    return [...words];
  };
}
