import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { CandidateView, QuestionVocabulary } from './candidate-index.ts';
import type { TermCounts } from './count-terms.ts';

/** A term of the question as the server knows it, with its weight among passages, documents, and their names and openings. */
export interface ServerTerm {
  readonly tokens: readonly string[];
  readonly passage: number;
  readonly whole: number;
  readonly context: number;
}

/** Weighs the terms by their rarity among the permitted passages and documents, as bm25f does. */
export function weighTerms(
  terms: readonly WeightedTerm[],
  view: CandidateView,
  words: QuestionVocabulary,
  counts: TermCounts,
): ServerTerm[] {
  const byStems = new Map([...counts.words].map(([word, found]) => [view.findStems(word).join(), found]));
  return terms.flatMap(({ stems, weight }) => {
    const found = byStems.get(stems.join());
    if (found === undefined) return [];
    return [
      {
        tokens: words.tokensOf(stems),
        passage: weight * inverseDocumentFrequency(counts.passages, found.passages),
        whole: weight * inverseDocumentFrequency(counts.documents, found.documents),
        context: weight * inverseDocumentFrequency(counts.documents, found.contexts),
      },
    ];
  });
}
