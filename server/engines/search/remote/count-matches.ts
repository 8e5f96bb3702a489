import type { Clause } from './access-query.ts';
import type { SearchAnswer } from './server-answers.ts';

/** Longer requests are divided: the filter of somebody with many folders is a part of each count. */
const MAX_REQUEST_CHARACTERS = 2_000_000;

/**
 * Counts the permitted records that match each list of clauses, by its name. Each count is a search of its own, for which the server
 * reads what matches; one aggregation of all would try each on every permitted record.
 */
export async function countMatches(
  searchSeveral: (bodies: readonly object[]) => Promise<SearchAnswer[]>,
  permitted: readonly Clause[],
  counted: ReadonlyMap<string, readonly Clause[]>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const each = JSON.stringify(permitted).length + 200;
  const perRequest = Math.max(1, Math.floor(MAX_REQUEST_CHARACTERS / each));
  const all = [...counted];
  for (let from = 0; from < all.length; from += perRequest) {
    const part = all.slice(from, from + perRequest);
    const answers = await searchSeveral(
      part.map(([, clauses]) => ({
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: [...permitted, ...clauses] } },
      })),
    );
    for (const [at, [name]] of part.entries()) counts.set(name, answers[at]?.hits.total?.value ?? 0);
  }
  return counts;
}
