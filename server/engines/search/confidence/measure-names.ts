import { listNames, shareOfName } from '../ranking/question-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features of what the question names, in the order in which measureNames returns them. */
export const NAME_FEATURES = [
  'share of a name in the question that the document has, of the name that it has least of; 1 without names',
  'the same for the passage with the title, path and opening of its document',
] as const;

/** Measures whether what the question names is in the document that answers: another party's contract has all words but the name. */
export function measureNames(view: PermittedView, question: string, first: RankedPassage): number[] {
  const names = listNames(view, question);
  return [createDocumentTest(view, first.entry), createPassageTest(view, first)].map((isFound) =>
    Math.min(1, ...names.map((name) => shareOfName(name, isFound))),
  );
}

function createPassageTest(
  { index }: PermittedView,
  { entry, chunk }: RankedPassage,
): (stems: readonly number[]) => boolean {
  const { body, headings } = index.chunkFields;
  const { title, path, opening } = index.documentFields;
  return (stems) =>
    stems.some(
      (stem) =>
        body.has(stem, chunk) ||
        headings.has(stem, chunk) ||
        [title, path, opening].some((field) => field.has(stem, entry.unit)),
    );
}
