import { discriminativeTerms } from '../analysis/stop-words.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { FoundTable } from '../tables/find-table-answer.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features of a figure that is read from a table, in the order in which measureFigure returns them; all are 0 for another answer. */
export const FIGURE_FEATURES = [
  'is the cell of the row and the period that the question asks for',
  'the question names this document rather than the next one, or there is no other',
] as const;

/** Measures whether a figure that is read from a table is the one that the question asks for. `next` is the best other document. */
export function measureFigure(
  view: PermittedView,
  question: string,
  found: FoundTable | undefined,
  next: IndexedEntry | undefined,
): number[] {
  if (found?.isFigure !== true || found.answer.column === undefined) return FIGURE_FEATURES.map(() => 0);
  return [1, Number(next === undefined || namesOnly(view, question, found.passage.entry, next))];
}

/** Returns whether the question has a word of the title or path of a document, or a name that it has, and that the other document lacks there. */
function namesOnly(view: PermittedView, question: string, one: IndexedEntry, other: IndexedEntry): boolean {
  const { title, path } = view.index.documentFields;
  const firstLetter = question.search(/\p{L}/u);
  const isInTitle = (stems: readonly number[], { unit }: IndexedEntry) =>
    stems.some((stem) => title.has(stem, unit) || path.has(stem, unit));
  const [isInOne, isInOther] = [createDocumentTest(view, one), createDocumentTest(view, other)];
  return discriminativeTerms(question).some((term) => {
    const stems = view.findStems(term.text);
    if (isInTitle(stems, one)) return !isInTitle(stems, other);
    return looksLikeName(question, term, firstLetter) && isInOne(stems) && !isInOther(stems);
  });
}
