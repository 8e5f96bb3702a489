import { z } from 'zod';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { anyOf, type Clause } from './access-query.ts';
import { listStems } from './counted-words.ts';
import { parseSearchAnswer } from './server-answers.ts';

const FIELDS = ['content', 'title', 'opening', 'path', 'headings'] as const;
/** Further foreign words of a pasted page are not asked for. */
const MAX_WORDS = 500;

const answered = z.object({
  words: z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) }),
});

/**
 * Leaves out the foreign words that occur in no permitted document. An English question has hundreds, too many to be counted
 * in every field, and few of them occur.
 */
export async function keepOccurringWords(
  search: (body: object) => Promise<unknown>,
  permitted: readonly Clause[],
  equivalents: readonly Equivalents[],
): Promise<readonly Equivalents[]> {
  const foreign = equivalents.flatMap(({ others }) =>
    others.flatMap(({ words, isForeign }) => (isForeign === true ? words : [])),
  );
  if (foreign.length === 0) return equivalents;
  const asked = [...new Set(foreign)].slice(0, MAX_WORDS);
  const answer = parseSearchAnswer(
    await search({
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: permitted } },
      aggs: {
        words: { filters: { filters: Object.fromEntries(asked.map((word) => [word, isAnywhere(word)])) } },
      },
    }),
  );
  const { buckets } = answered.parse(answer.aggregations).words;
  const occurs = (word: string) => (buckets[word]?.doc_count ?? 0) > 0;
  return equivalents.map((each) => ({
    ...each,
    others: each.others.filter(({ words, isForeign }) => isForeign !== true || words.every(occurs)),
  }));
}

function isAnywhere(word: string): Clause {
  const tokens = [...new Set(listStems({ word }).map(({ token }) => token))];
  return anyOf(FIELDS.map((field) => ({ terms: { [field]: tokens } })));
}
