import { estimateConfidence } from '../confidence/confidence.ts';
import { measureEvidence } from '../confidence/measure-evidence.ts';
import { measureResult } from '../confidence/measure-result.ts';
import { createShareReader } from '../confidence/share-in-document.ts';
import { type Equivalents, expandQuestion } from '../lexicon/expand-question.ts';
import { replaceUnknown } from '../lexicon/replace-unknown.ts';
import { createCoverageReaders } from '../meaning/word-coverage.ts';
import { createSentenceReader } from '../ranking/best-sentence.ts';
import { putAnswerFirst } from '../ranking/choose-answer-passage.ts';
import { markAnswer } from '../ranking/mark-answer.ts';
import { orderWithinDocuments } from '../ranking/order-within-documents.ts';
import { windowStart } from '../ranking/passage-windows.ts';
import { preferNamedDocument } from '../ranking/prefer-named-documents.ts';
import { MAX_RERANKED_WINDOWS, rerank } from '../ranking/rerank.ts';
import { createResultSelection } from '../ranking/select-results.ts';
import type { Hit, SearchQuery, SearchResults } from '../search-types.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { VectorMatrix } from '../storage/vector-matrix.ts';
import { type CorrectedText, type CorrectedWord, correctWords } from '../suggest/correct-words.ts';
import { findTableAnswer, putTableFirst } from '../tables/find-table-answer.ts';
import type { ChunkReader } from '../tables/read-table.ts';
import { appendUnranked } from './append-unranked.ts';
import type { WeightedTerm } from './bm25f.ts';
import { createPhraseMatcher, type PhraseMatcher, preferPhrases } from './match-phrases.ts';
import { findNearestPassages, type SemanticScores } from './nearest-passages.ts';
import { type KeywordQuery, parseKeywordQuery } from './parse-keyword-query.ts';
import { createVisibilityTest, PermittedView } from './permitted-view.ts';
import { type RankedPassage, rankByKeyword } from './rank-by-keyword.ts';
import type { SearchableIndex } from './searchable-index.ts';

interface Found extends SearchResults {
  /** Features for the confidence, in the order that `estimateConfidence` reads. */
  evidence: readonly number[];
}

/** Finds and ranks the passages that answer a query among the documents that its access filter permits. */
export function search(searchable: SearchableIndex, query: SearchQuery): Found {
  const view = new PermittedView(searchable.loaded.index, createVisibilityTest(query));
  // Literal queries are never corrected; otherwise a word that occurs nowhere is taken for a misspelling.
  const equivalents = expandQuestion(query.text, query.synonyms, query.method);
  const { text, words: corrected } =
    query.method === 'keyword' ? { text: query.text, words: [] } : rewrite(view, query.text, equivalents);
  return searchView(view, searchable, { ...query, text, equivalents, corrected }, rankByKeyword);
}

/** Ranks the permitted passages that match the terms, best first. */
type KeywordRanking = (view: PermittedView, terms: readonly WeightedTerm[]) => Iterator<RankedPassage, void>;

/** A query with its expressions and misspellings replaced. */
export interface RewrittenQuery extends SearchQuery {
  equivalents: readonly Equivalents[];
  corrected: readonly CorrectedWord[];
}

/** Finds and ranks the passages of a view; the first ranking, by keyword, may come from elsewhere. */
export function searchView(
  view: PermittedView,
  searchable: SearchableIndex,
  query: RewrittenQuery,
  byKeyword: KeywordRanking,
): Found {
  const { index, vectors } = searchable.loaded;
  const { method, limit, text, equivalents } = query;
  const parsed = parseKeywordQuery(text, view, equivalents);
  const ranking = rankMatches(view, vectors, query, parsed, byKeyword);
  const selection = createResultSelection(index, limit);
  for (const match of ranking.matches) if (!selection.take(match)) break;
  const sentences = createSentenceReader(view, text);
  const read = selection.ranked().map((passage) => {
    const chunk = searchable.readChunk(passage);
    return { ...passage, chunkRead: chunk, text: chunk.text };
  });
  const ordered =
    method === 'keyword' ? read : putAnswerFirst(preferNamedDocument(view, text, read), sentences);
  const found = ordered.map((passage) => {
    const { entry, text } = passage;
    const { start, end } = sentences.choose(entry, text) ?? { start: 0, end: text.length };
    return { ...passage, sentence: { start, end } };
  });
  const readChunk: ChunkReader = (passage) => searchable.readChunk(passage);
  const table = findTableAnswer(view, text, found, readChunk);
  const coverageOf = createCoverageReaders(view, text);
  const chosen = method === 'keyword' ? found : markAnswer(found, sentences, coverageOf);
  const passages = table === undefined ? chosen : putTableFirst(found, table);
  const shareOf = createShareReader(view, text, sentences);
  const hits = passages.map(({ entry, score, chunkRead: chunk, sentence }): Hit => {
    const textKey = searchable.readTextKey?.(entry);
    return { documentId: entry.id, score, chunk, sentence, share: shareOf(entry), textKey };
  });
  const [first, ...others] = passages;
  const { corrected } = query;
  const readers = { sentences, coverageOf, readChunk };
  const result = first && {
    question: text,
    equivalents,
    corrected,
    table,
    passages: [first, ...others] as const,
  };
  const measured = result === undefined ? [] : measureResult(view, { ...result, ...readers });
  const evidence = [...ranking.evidence, ...measured];
  const isAsRequested = (ranking.hasTermVectors || hits.length === 0) && !ranking.lacksSemanticScores;
  return {
    hits,
    method: method === 'keyword' || isAsRequested ? method : 'keyword-fallback',
    confidence: hits.length > 0 ? estimateConfidence(evidence) : 0,
    ...(table !== undefined && { table: table.answer }),
    evidence,
  };
}

/** Replaces expressions that occur nowhere by those of the same meaning that do, and corrects other words that occur nowhere. */
function rewrite(view: PermittedView, question: string, equivalents: readonly Equivalents[]): CorrectedText {
  const { text, known } = replaceUnknown(view, question, equivalents);
  return correctWords(view, text, known) ?? { text, words: [] };
}

interface Ranking {
  /** All matching passages, best first. */
  matches: Generator<RankedPassage, void>;
  /** True when the text had words to build term vectors from. */
  hasTermVectors: boolean;
  /** True when embeddings were requested and unavailable. */
  lacksSemanticScores: boolean;
  /** Features for the confidence, in the order of EVIDENCE_NAMES. */
  evidence: readonly number[];
}

interface RankedQuery extends Pick<SearchQuery, 'method' | 'queryEmbedding' | 'text'> {
  equivalents?: readonly Equivalents[];
}

/** Ranks all matching passages: by keyword, then the best of them, and the nearest by embedding, by every feature. */
export function rankMatches(
  view: PermittedView,
  vectors: VectorMatrix | undefined,
  { method, queryEmbedding, text, equivalents = [] }: RankedQuery,
  { terms, phrases, phraseScope, prefersPhrases }: KeywordQuery,
  keywordRanking: KeywordRanking = rankByKeyword,
): Ranking {
  const { index } = view;
  const matcher = createPhraseMatcher(view, phrases, phraseScope);
  const permitted = Iterator.from(keywordRanking(view, terms)).filter(matcher.permits);
  const byKeyword = prefersPhrases ? preferPhrases(permitted, matcher) : permitted;
  const candidates = takeCandidates(byKeyword);
  const isSemantic = method !== 'keyword' && queryEmbedding !== undefined;
  const semanticScores =
    isSemantic && queryEmbedding !== null ? findNearestPassages(view, vectors, queryEmbedding) : undefined;
  const nearest =
    semanticScores === undefined ? [] : listFurtherNearest(index, semanticScores, candidates, matcher);
  const all = [...candidates, ...nearest];
  const { ranked, hasTermVectors } = rerank(view, text, all, method, semanticScores, equivalents);
  // A model judges each passage by itself, so its order within a document is kept.
  const ordered =
    semanticScores === undefined
      ? orderWithinDocuments(view, text, ranked, matcher.permits, equivalents)
      : ranked;
  const orderedChunks = new Set(ordered.map(({ chunk }) => chunk));
  const others = byKeyword.filter(({ chunk }) => !orderedChunks.has(chunk));
  const matches = appendUnranked(ordered, others);
  return {
    matches: prefersPhrases ? preferPhrases(matches, matcher) : matches,
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
  { permits }: PhraseMatcher,
): RankedPassage[] {
  const known = new Set(candidates.map(({ chunk }) => chunk));
  const score = candidates.at(-1)?.score ?? 0;
  return nearest.flatMap((chunk) => {
    const entry = known.has(chunk) ? undefined : index.entryOf(chunk);
    return entry !== undefined && permits({ entry, chunk }) ? [{ entry, chunk, score }] : [];
  });
}
