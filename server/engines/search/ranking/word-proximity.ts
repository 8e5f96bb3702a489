import { discriminativeTerms } from '../analysis/discriminative-terms.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { PassageWindow } from './passage-windows.ts';

const NEARBY_DISTANCE = 6;
const NEARBY_WEIGHT = 0.4;
const SATURATION = 1.5;
/** A pasted page has more neighbours than say anything. */
const MAX_PAIRS = 40;
/** A text of nothing but two words would take all the time there is. */
const MAX_OCCURRENCES = 50;

/** How often words that stand side by side in the query stand side by side, or near by, in each window; rare words count more. */
export function scoreWordProximity(
  text: string,
  view: PermittedView,
  windows: readonly PassageWindow[],
): number[] {
  const { vocabulary } = view.index;
  const queryStems = discriminativeTerms(text)
    .slice(0, MAX_PAIRS)
    .map((term) => view.findStems(term.text));
  // In whatever language a word is met, it goes by the first of its stems.
  const firstStems = new Map(
    queryStems.toReversed().flatMap((stems) => stems.map((stem) => [stem, stems[0]])),
  );
  const pairs = queryStems.slice(1).flatMap(([second], at) => {
    const [first] = queryStems[at] ?? [];
    return first === undefined || second === undefined || first === second ? [] : [[first, second] as const];
  });
  const holders = new Map<number, number>();
  const placesIn = windows.map(({ words }) => {
    const places = new Map<number, number[]>();
    for (const [at, word] of words.entries()) {
      const stem = firstStems.get(vocabulary.stemOf(word));
      if (stem === undefined) continue;
      const known = places.get(stem);
      if (known === undefined) places.set(stem, [at]);
      else if (known.length < MAX_OCCURRENCES) known.push(at);
    }
    for (const stem of places.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    return places;
  });
  const rarity = (stem: number) => {
    const holderCount = holders.get(stem) ?? 0;
    return Math.log(1 + (windows.length - holderCount + 0.5) / (holderCount + 0.5));
  };
  return placesIn.map((places) => {
    let score = 0;
    for (const [first, second] of pairs) {
      const count = countNearby(places.get(first) ?? [], places.get(second) ?? []);
      score += ((rarity(first) + rarity(second)) * count) / (count + SATURATION);
    }
    return score;
  });
}

/** Both ascending. */
function countNearby(firsts: readonly number[], seconds: readonly number[]): number {
  let count = 0;
  let from = 0;
  for (const first of firsts) {
    while ((seconds[from] ?? first) < first - NEARBY_DISTANCE) from++;
    for (let at = from; (seconds[at] ?? Number.POSITIVE_INFINITY) <= first + NEARBY_DISTANCE; at++)
      count += (seconds[at] ?? 0) - first === 1 ? 1 : NEARBY_WEIGHT;
  }
  return count;
}
