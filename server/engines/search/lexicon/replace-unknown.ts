import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { Equivalents } from './expand-question.ts';
import { findExpression } from './expansion-terms.ts';

/**
 * Replaces the expressions of a question that occur in no permitted document by the first of the same meaning that does, so
 * that everything that reads the question understands it. Returns the words that have synonyms as well: they are no misspellings.
 * Synonyms of rooms replace nothing, because they do not count for other documents.
 */
export function replaceUnknown(
  view: PermittedView,
  question: string,
  equivalents: readonly Equivalents[],
): { text: string; known: ReadonlySet<string> } {
  let text = question;
  let from = question.length;
  const known = new Set<string>();
  for (const { words, start, end, others, folderIds } of equivalents.toSorted(
    (one, other) => other.start - one.start || other.end - one.end,
  )) {
    const occurring = others.find((other) => findExpression(view, other).every((stems) => stems.length > 0));
    if (occurring === undefined) continue;
    for (const word of words) known.add(word);
    const isUnknown = words.every((word) => view.findStems(word).length === 0);
    if (!isUnknown || folderIds !== undefined || end > from) continue;
    text = `${text.slice(0, start)}${occurring.words.join(' ')}${text.slice(end)}`;
    from = start;
  }
  return { text, known };
}
