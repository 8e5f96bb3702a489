import { createHeadTest } from '../ranking/question-head.ts';
import { listNames, shareOfName } from '../ranking/question-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features of what the question names, in the order in which measureNames returns them. */
export const NAME_FEATURES = [
  'share of a name in the question that the document has, of the name that it has least of; 1 without names',
  'the same for the passage with the title, path and opening of its document',
  'is a row of a document that lacks what is asked for of something (0), as the password of a system; 1 for other answers',
] as const;

/** A passage with its text and the offsets of its best sentence. */
interface AnsweringPassage extends RankedPassage {
  text: string;
  sentence: { start: number; end: number };
}

/** A row that names the columns of two cells. */
const NAMED_CELLS = /[^\s:;][^:;]{0,80}: [^;]{1,300}; [^:;]{1,80}: /u;

/**
 * Measures whether what the question names is in the document that answers: another party's contract has all words but the name.
 */
export function measureNames(view: PermittedView, question: string, first: AnsweringPassage): number[] {
  const names = listNames(view, question);
  const isInDocument = createDocumentTest(view, first.entry);
  const shares = [isInDocument, createPassageTest(view, first)].map((isFound) =>
    Math.min(1, ...names.map((name) => shareOfName(name, isFound))),
  );
  const { start, end } = first.sentence;
  // Prose says the same in other words; the columns of a table name all that it has.
  const lacksHead =
    NAMED_CELLS.test(first.text.slice(start, end)) &&
    createHeadTest(view, question)?.(isInDocument) === false;
  return [...shares, Number(!lacksHead)];
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
