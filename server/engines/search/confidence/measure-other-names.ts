import { listNames, listNumbersOfNames, MONTH_OF_DATE, shareOfName } from '../ranking/question-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { CorrectedWord } from '../suggest/correct-words.ts';
import type { FoundTable } from '../tables/find-table-answer.ts';
import type { ReadPassage } from './measure-answer.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Describes the features of names that may be those of something else, in the order in which measureOtherNames returns them. */
export const OTHER_NAME_FEATURES = [
  'part of a name in the question that the document of a figure lacks, of the name that it lacks most; 1 if it lacks the number of one, 0 for other answers',
  'a name was taken for a misspelling of another one: alone (1), or beside a name that the title, path or opening of the document has (a half)',
] as const;

/** Measures whether the question may be about something else of nearly the same name, whose document has all other words too. */
export function measureOtherNames(
  view: PermittedView,
  question: string,
  corrected: readonly CorrectedWord[],
  table: FoundTable | undefined,
  first: ReadPassage,
): number[] {
  const isOfFigure = table?.isFigure === true || table?.isComputed === true;
  const isCorrected = correctsName(view, corrected, first);
  if (!isOfFigure && !isCorrected) return [0, 0];
  const names = listNames(view, question, MONTH_OF_DATE);
  const isInDocument = createDocumentTest(view, first.entry);
  const lacksNumber = isOfFigure && !listNumbersOfNames(view, question).every(isInDocument);
  const least = isOfFigure ? Math.min(1, ...names.map((name) => shareOfName(name, isInDocument))) : 1;
  const { title, path, opening } = view.index.documentFields;
  const isNaming = (stem: number) =>
    [title, path, opening].some((field) => field.has(stem, first.entry.unit));
  const hasNaming = names.some((name) => name.some(({ stems }) => stems.some(isNaming)));
  const correction = isCorrected ? (hasNaming ? 0.5 : 1) : 0;
  return [lacksNumber ? 1 : 1 - least, correction];
}

/** Returns whether a corrected word was written as a name, or names the document and is nowhere written as a common word. */
function correctsName(
  view: PermittedView,
  corrected: readonly CorrectedWord[],
  { entry, text }: ReadPassage,
): boolean {
  const { title, path } = view.index.documentFields;
  const isInTitle = (stem: number) => title.has(stem, entry.unit) || path.has(stem, entry.unit);
  const written = `${entry.title}\n${text}`;
  return corrected.some(
    ({ word, isName }) => isName || (view.findStems(word).some(isInTitle) && !written.includes(word)),
  );
}
