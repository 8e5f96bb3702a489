import type { Window } from './passage-windows.ts';
import type { Permitted } from '../retrieval/permitted-view.ts';
import { tellingTerms } from '../analysis/discriminative-terms.ts';

const nearBy = 6;
const nearByWeight = 0.4;
const saturation = 1.5;
/** A pasted page has more neighbours than say anything. */
const mostPairs = 40;
/** A text of nothing but two words would take all the time there is. */
const mostPlaces = 50;

/** How often words that stand side by side in the query stand side by side, or near by, in each window; rare words count more. */
export function scoreWordPairs(text: string, permitted: Permitted, windows: readonly Window[]): number[] {
  const { vocabulary } = permitted.index;
  const asked = tellingTerms(text)
    .slice(0, mostPairs)
    .map((term) => permitted.findStems(term.text));
  // In whatever language a word is met, it goes by the first of its stems.
  const firstStems = new Map(asked.toReversed().flatMap((stems) => stems.map((stem) => [stem, stems[0]])));
  const pairs = asked.slice(1).flatMap(([second], at) => {
    const [first] = asked[at] ?? [];
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
      else if (known.length < mostPlaces) known.push(at);
    }
    for (const stem of places.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    return places;
  });
  const rarity = (stem: number) => {
    const held = holders.get(stem) ?? 0;
    return Math.log(1 + (windows.length - held + 0.5) / (held + 0.5));
  };
  return placesIn.map((places) => {
    let score = 0;
    for (const [first, second] of pairs) {
      const count = meetings(places.get(first) ?? [], places.get(second) ?? []);
      score += ((rarity(first) + rarity(second)) * count) / (count + saturation);
    }
    return score;
  });
}

/** Both ascending. */
function meetings(firsts: readonly number[], seconds: readonly number[]): number {
  let count = 0;
  let from = 0;
  for (const first of firsts) {
    while ((seconds[from] ?? first) < first - nearBy) from++;
    for (let at = from; (seconds[at] ?? Number.POSITIVE_INFINITY) <= first + nearBy; at++)
      count += (seconds[at] ?? 0) - first === 1 ? 1 : nearByWeight;
  }
  return count;
}
