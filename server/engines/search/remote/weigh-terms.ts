import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { CandidateView, QuestionVocabulary } from './candidate-index.ts';
import type { TermCounts } from './count-terms.ts';

/** A term of the question as the server knows it, with its weight among passages, documents, and their names and openings. */
interface ServerTerm {
  readonly tokens: readonly string[];
  readonly passage: number;
  readonly whole: number;
  readonly context: number;
  /** Place of its folders among the scopes; absent for a term that counts in all documents. */
  readonly scope?: number;
}

/** The terms of a question, and the folders that some of them are limited to. */
export interface ServerTerms {
  readonly terms: readonly ServerTerm[];
  readonly scopes: readonly (readonly number[])[];
}

/** The server refuses a query of more than 1,024 clauses, and each stem takes four. The words of the question come first. */
const MAX_TOKENS = 240;

/** Weighs the terms by their rarity among the permitted passages and documents, as bm25f does. */
export function weighTerms(
  terms: readonly WeightedTerm[],
  view: CandidateView,
  words: QuestionVocabulary,
  counts: TermCounts,
): ServerTerms {
  const scopes = [...new Set(terms.flatMap(({ only }) => (only === undefined ? [] : [only.folderIds])))];
  const keyOf = (folderIds: readonly number[] | undefined, stems: readonly number[]) =>
    `${folderIds === undefined ? '' : scopes.indexOf(folderIds)} ${stems.join()}`;
  const byKey = new Map(
    counts.words.map((found) => [keyOf(found.folderIds, view.findStems(found.word, found.language)), found]),
  );
  const weighed: ServerTerm[] = [];
  let tokenCount = 0;
  for (const { stems, weight, only } of terms) {
    const found = byKey.get(keyOf(only?.folderIds, stems));
    const tokens = words.tokensOf(stems);
    tokenCount += tokens.length;
    if (found === undefined) continue;
    if (tokenCount > MAX_TOKENS) break;
    weighed.push({
      tokens,
      passage: weight * inverseDocumentFrequency(counts.passages, found.passages),
      whole: weight * inverseDocumentFrequency(counts.documents, found.documents),
      context: weight * inverseDocumentFrequency(counts.documents, found.contexts),
      ...(only !== undefined && { scope: scopes.indexOf(only.folderIds) }),
    });
  }
  return { terms: weighed, scopes };
}
