import { expandQuestion } from '../lexicon/expand-question.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { AmountQuestion, AskedWord } from './amount-question.ts';
import { LabelReader } from './row-labels.ts';

/** Words that ask for one end of a period, and names the other one. */
const [BEGINNING, END] = [/\b(?:beginning|start|opening)\b/iu, /\b(?:end|ending|closing)\b/iu];
const BOUNDS: readonly (readonly [RegExp, RegExp])[] = [
  [BEGINNING, END],
  [END, BEGINNING],
];

/** Words by which a row is looked for. */
export interface RowSearch {
  asked: AmountQuestion;
  labels: LabelReader;
  /** Names of rows of the other end of the period. */
  excluded: RegExp | undefined;
}

/** Prepares the search for the row of a document; undefined where the question has no words for one. */
export function createRowSearch(
  view: PermittedView,
  text: string,
  question: AmountQuestion,
  entry: IndexedEntry,
): RowSearch | undefined {
  const names = listDocumentNames(view, question, entry);
  const asked = leaveNames(question, names);
  if (asked.words.length === 0) return undefined;
  // A name of the document may tell sections of a table apart too.
  const words = [...asked.words, ...names.map((word) => ({ ...word, isOptional: true }))];
  const excluded = BOUNDS.find(([pattern]) => pattern.test(text))?.[1];
  return { asked, labels: new LabelReader(view, words, expandQuestion(text)), excluded };
}

/**
 * Lists the names that the document has in its title, path or opening: they choose the document, not the row. Those of the
 * opening alone do if the question has other words.
 */
function listDocumentNames(
  view: PermittedView,
  { words }: AmountQuestion,
  { unit }: IndexedEntry,
): readonly AskedWord[] {
  const { title, path, opening } = view.index.documentFields;
  const isIn = ({ text }: AskedWord, fields: readonly (typeof title)[]) =>
    view.findStems(text).some((stem) => fields.some((field) => field.has(stem, unit)));
  const inTitle = words.filter((word) => isIn(word, [title, path]));
  const inOpening = words.filter((word) => word.isName && !inTitle.includes(word) && isIn(word, [opening]));
  const names = [...inTitle, ...inOpening];
  const hasOthers = words.some((word) => !word.isOptional && !names.includes(word));
  return hasOthers ? names : inTitle;
}

/**
 * Leaves out names. Without other words the optional ones are asked for, but not the *total* of several years, which may be that
 * of each.
 */
function leaveNames(question: AmountQuestion, names: readonly AskedWord[]): AmountQuestion {
  const words = question.words.filter((word) => !names.includes(word));
  const isVague = words.every(({ isOptional }) => isOptional);
  const isOfEach = words.length > 1 && question.period.years.length > 1;
  const asked = words.map((word) => ({ ...word, isOptional: isOfEach && word.text === 'total' }));
  return { ...question, words: isVague ? asked : words };
}
