import { createDocumentTest } from '../confidence/share-in-document.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { isShortDocument } from './passage-windows.ts';
import { listNames, shareOfName } from './question-names.ts';

/** Passages, from the first on, whose documents are compared. */
const MAX_PASSAGES = 8;
/** Part of a name from which a document has it, and below which it lacks it. */
const [HAS, LACKS] = [0.99, 0.5];

/**
 * Puts the best passage first of a document that has a name of the question which the first document lacks, and all that this one
 * has: a contract of another party, or a certificate of another trade mark, has all words but the name.
 */
export function preferNamedDocument<Passage extends { entry: IndexedEntry; score: number }>(
  view: PermittedView,
  question: string,
  passages: readonly Passage[],
): readonly Passage[] {
  const [first, ...others] = passages;
  if (first === undefined) return passages;
  const names = listNames(view, question).filter((name) => name.every(({ stems }) => stems.length > 0));
  const isInFirst = createDocumentTest(view, first.entry);
  const lacking = names.filter((name) => shareOfName(name, isInFirst) < LACKS);
  if (lacking.length === 0) return passages;
  const chosen = others.slice(0, MAX_PASSAGES - 1).find(({ entry }) => {
    if (entry === first.entry || isShortDocument(entry)) return false;
    const isFound = createDocumentTest(view, entry);
    const has = names.filter((name) => shareOfName(name, isFound) >= HAS);
    return (
      lacking.some((name) => has.includes(name)) &&
      names.every((name) => has.includes(name) || shareOfName(name, isInFirst) < HAS)
    );
  });
  if (chosen === undefined) return passages;
  return [{ ...chosen, score: first.score }, ...passages.filter((passage) => passage !== chosen)];
}
