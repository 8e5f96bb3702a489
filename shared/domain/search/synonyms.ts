/** The most groups of a room, and terms of a group. */
export const [MAX_SYNONYM_GROUPS, MAX_SYNONYMS] = [500, 10] as const;
export const MAX_SYNONYM_LENGTH = 100;
/** The most words of a term. */
const MAX_SYNONYM_WORDS = 8;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns what is wrong with a group of synonyms, or undefined. */
export function synonymGroupProblem(terms: readonly string[]): string | undefined {
  const words = terms.map((term) => term.match(WORD) ?? []);
  if (words.some((each) => each.length === 0)) return 'Each term needs a letter or a digit';
  if (words.some((each) => each.length > MAX_SYNONYM_WORDS))
    return `Use at most ${MAX_SYNONYM_WORDS} words for a term`;
  if (terms.some((term) => /[=\n]/.test(term))) return 'A term has no equals sign';
  const written = terms.map((term) => term.toLowerCase());
  return new Set(written).size < written.length ? 'A term stands there twice' : undefined;
}

/** Reads groups of synonyms as people write them: a group per line, its terms separated by equals signs. */
export const parseSynonyms = (text: string): string[][] =>
  text.split('\n').flatMap((line) => {
    const terms = line.split('=').map((term) => term.trim());
    const written = terms.filter((term) => term !== '');
    return written.length > 0 ? [written] : [];
  });

/** Writes groups as `parseSynonyms` reads them. */
export const writeSynonyms = (groups: readonly (readonly string[])[]): string =>
  groups.map((terms) => terms.join(' = ')).join('\n');

/** Returns what is wrong with the first group that has a problem, and its terms, or undefined. */
export function findSynonymProblem(groups: readonly (readonly string[])[]): string | undefined {
  if (groups.length > MAX_SYNONYM_GROUPS) return `Use at most ${MAX_SYNONYM_GROUPS} lines`;
  for (const terms of groups) {
    const problem = sizeProblem(terms) ?? synonymGroupProblem(terms);
    if (problem !== undefined) return `${problem}: ${terms.join(' = ').slice(0, MAX_SYNONYM_LENGTH)}`;
  }
  return undefined;
}

function sizeProblem(terms: readonly string[]): string | undefined {
  if (terms.length < 2) return 'Enter at least two terms';
  if (terms.length > MAX_SYNONYMS) return `Use at most ${MAX_SYNONYMS} terms`;
  const isTooLong = terms.some((term) => term.length > MAX_SYNONYM_LENGTH);
  return isTooLong ? `Use at most ${MAX_SYNONYM_LENGTH} characters` : undefined;
}
