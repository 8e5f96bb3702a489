import type { Clause } from './access-query.ts';
import type { SearchAnswer } from './server-answers.ts';

/** Longer requests are divided: the filter of somebody with many folders is a part of each count. */
const MAX_REQUEST_CHARACTERS = 2_000_000;
const MAX_SEARCHES = 250;

/**
 * Counts the permitted records that match each list of clauses, by its name. Each count is a search of its own, for which the
 * server reads what matches; one aggregation of all would try each on every permitted record.
 */
export async function countMatches(
  searchSeveral: (bodies: readonly object[]) => Promise<SearchAnswer[]>,
  permitted: readonly Clause[],
  counted: ReadonlyMap<string, readonly Clause[]>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const part of divide([...counted], permitted)) {
    const answers = await searchSeveral(part.map(([, body]) => body));
    for (const [at, [name]] of part.entries()) counts.set(name, answers[at]?.hits.total?.value ?? 0);
  }
  return counts;
}

/** Divides the searches into requests of a limited length. */
function* divide(
  counted: readonly (readonly [string, readonly Clause[]])[],
  permitted: readonly Clause[],
): Generator<[string, object][]> {
  let part: [string, object][] = [];
  let length = 0;
  const filterLength = JSON.stringify(permitted).length;
  for (const [name, clauses] of counted) {
    const query = { bool: { filter: [...permitted, ...clauses] } };
    part.push([name, { size: 0, track_total_hits: true, query }]);
    length += filterLength + JSON.stringify(clauses).length;
    if (length < MAX_REQUEST_CHARACTERS && part.length < MAX_SEARCHES) continue;
    yield part;
    [part, length] = [[], 0];
  }
  if (part.length > 0) yield part;
}
