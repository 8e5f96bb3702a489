import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { listExpansionTerms, listStems } from '../lexicon/expansion-terms.ts';
import { REDUCED_WEIGHT, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { looksLikeName } from './document-names.ts';
import { isShortDocument } from './passage-windows.ts';

/** Weight of a word that names the document: it says nothing about the place of the answer inside it. */
export const NAMING_WEIGHT = 0.05;
/** Limits the words of a pasted page. */
const MAX_WORDS = 60;
/** Ends a clause that names the document, as in “Consider the lease of 2019; what is the rent?”. */
const CLAUSE_END = /[;:](?=\s)/;

interface QuestionWord {
  stems: readonly number[];
  weight: number;
  /** Written as a name; never in German, which capitalizes all nouns. */
  isName: boolean;
  /** True when the word occurs after the first clause, or the query has a single clause. */
  isInQuestion: boolean;
}

export type QuestionReader = (entry: IndexedEntry) => readonly WeightedTerm[];

/**
 * Creates a function that returns what a query asks of a document: its terms, those that name the document with little weight.
 */
export function createQuestionReader(
  view: PermittedView,
  text: string,
  equivalents: readonly Equivalents[] = [],
): QuestionReader {
  const words = listQuestionWords(view, text);
  const expansions = listExpansionTerms(view, equivalents, listStems(words));
  const { title, path, opening } = view.index.documentFields;
  return (entry) => {
    const { unit } = entry;
    const namesDocument = ({ stems }: WeightedTerm) =>
      stems.some((stem) => title.has(stem, unit) || path.has(stem, unit));
    // The opening of a short document is most of its text.
    const hasOpening = !isShortDocument(entry);
    const naming = words.map(({ stems, isName }) =>
      stems.some(
        (stem) =>
          title.has(stem, unit) || path.has(stem, unit) || (hasOpening && isName && opening.has(stem, unit)),
      ),
    );
    // The first clause names the document if it has a naming word, and the rest asks if it has another word.
    const firstClauseNames = words.some(({ isInQuestion }, word) => !isInQuestion && naming[word]);
    const restAsks = words.some(({ isInQuestion }, word) => isInQuestion && !naming[word]);
    const asked = words.map(({ stems, weight, isInQuestion }, word) => {
      const names = naming[word] || (firstClauseNames && restAsks && !isInQuestion);
      return { stems, weight: names ? NAMING_WEIGHT * weight : weight };
    });
    const added = expansions.flatMap((term) => {
      if (term.only !== undefined && term.only.documents[unit] !== 1) return [];
      return namesDocument(term) ? { ...term, weight: NAMING_WEIGHT * term.weight } : term;
    });
    return [...asked, ...added];
  };
}

function listQuestionWords(view: PermittedView, text: string): QuestionWord[] {
  const firstLetter = text.search(/\p{L}/u);
  const clauseEnd = CLAUSE_END.exec(text)?.index ?? -1;
  const words = new Map<string, QuestionWord>();
  const terms = tokenize(text);
  const language = detectLanguage(terms);
  for (const term of terms) {
    if (STOP_WORDS.has(term.text) || words.size === MAX_WORDS) continue;
    const stems = view.findStems(term.text);
    if (stems.length === 0) continue;
    const known = words.get(stems.join());
    const hasReducedWeight = term.kind === 'part' || isFunctionWord(term.text, language);
    words.set(stems.join(), {
      stems,
      weight: Math.max(known?.weight ?? 0, hasReducedWeight ? REDUCED_WEIGHT : 1),
      isName: known?.isName === true || (language !== 'de' && looksLikeName(text, term, firstLetter)),
      isInQuestion: known?.isInQuestion === true || term.start > clauseEnd,
    });
  }
  return [...words.values()];
}
