import { discriminativeTerms } from '../analysis/stop-words.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { createDocumentTest } from './share-in-document.ts';

/**
 * Returns whether the question has a word of the title or path of a document, or a name that it has, and that the other document
 * lacks there.
 */
export function namesOnly(
  view: PermittedView,
  question: string,
  one: IndexedEntry,
  other: IndexedEntry,
): boolean {
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
