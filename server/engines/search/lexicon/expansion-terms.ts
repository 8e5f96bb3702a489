import type { WeightedTerm } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { Equivalents } from './expand-question.ts';
import type { Expression } from './lexicon.ts';

/**
 * Weight of an equivalent expression of one word beside the words of the question, chosen on the tuned half of the contract sets.
 */
const EXPANSION_WEIGHT = 0.3;
/** Limits the words that a question is expanded by. */
const MAX_TERMS = 64;

/**
 * Returns the words of equivalent expressions as terms to score by. An expression counts if all its words occur in the view
 * in its language, and less for each word the more it has.
 */
export function listExpansionTerms(
  view: PermittedView,
  equivalents: readonly Equivalents[],
  known: ReadonlySet<number>,
): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>();
  for (const { words: asked, others, folderIds } of equivalents) {
    const only = folderIds && view.within(folderIds);
    const scope = folderIds?.[0] ?? '';
    const isKnown = asked.every((word) => view.findStems(word).length > 0);
    for (const expression of others) {
      if (expression.isFallback && isKnown) continue;
      const stems = findExpression(view, expression);
      if (stems.some((each) => each.length === 0)) continue;
      for (const each of stems) {
        const key = `${scope} ${each.join()}`;
        if (each.some((stem) => known.has(stem)) || terms.size === MAX_TERMS) continue;
        const weight = EXPANSION_WEIGHT / Math.sqrt(stems.length);
        terms.set(key, {
          stems: each,
          weight: Math.max(terms.get(key)?.weight ?? 0, weight),
          ...(only && { only }),
        });
      }
    }
  }
  return [...terms.values()];
}

/** Returns the stems of each word of an equivalent expression that occur in the view in its language. */
export const findExpression = (
  view: PermittedView,
  { words, language, isForeign }: Expression,
): (readonly number[])[] =>
  words.map((word) =>
    isForeign === true && view.findStems(word, 'en').length > 0 ? [] : view.findStems(word, language),
  );

/** Returns the stems of terms, which are not to be added again. */
export const listStems = (terms: Iterable<WeightedTerm>): ReadonlySet<number> =>
  new Set([...terms].flatMap(({ stems }) => stems));
