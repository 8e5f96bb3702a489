import { discriminativeTerms } from '../analysis/stop-words.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import { NumberSlots } from './number-slots.ts';
import type { PassageWindow } from './passage-windows.ts';

const NEARBY_DISTANCE = 6;
const NEARBY_WEIGHT = 0.4;
const SATURATION = 1.5;
/** Limits the pairs of a pasted page. */
const MAX_PAIRS = 40;
/** Bounds the time that a text of two endlessly repeated words takes. */
const MAX_OCCURRENCES = 50;

/** Scores each window by how often words adjacent in the query are adjacent, or near each other, in it; rare words count more. */
export function scoreWordProximity(
  text: string,
  view: PermittedView,
  windows: readonly Pick<PassageWindow, 'words'>[],
): number[] {
  const { vocabulary } = view.index;
  const queryStems = discriminativeTerms(text)
    .slice(0, MAX_PAIRS)
    .map((term) => view.findStems(term.text));
  // A word has a stem for each language; the first one represents them all.
  const firstStems = new Map(
    queryStems.toReversed().flatMap((stems) => stems.map((stem) => [stem, stems[0]])),
  );
  const pairs = queryStems.slice(1).flatMap(([second], index) => {
    const [first] = queryStems[index] ?? [];
    return first === undefined || second === undefined || first === second ? [] : [[first, second] as const];
  });
  const slots = new NumberSlots([...firstStems.keys()]);
  const firsts = [...firstStems.values()];
  const holders = new Map<number, number>();
  const positionsByWindow = windows.map(({ words }) => {
    const positions = new Map<number, number[]>();
    for (let position = 0; position < words.length; position += 1) {
      const slot = slots.slotOf(vocabulary.stemOf(words[position] ?? 0));
      const stem = slot < 0 ? undefined : firsts[slot];
      if (stem === undefined) continue;
      const known = positions.get(stem);
      if (known === undefined) positions.set(stem, [position]);
      else if (known.length < MAX_OCCURRENCES) known.push(position);
    }
    for (const stem of positions.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
    return positions;
  });
  const idfOf = (stem: number) => inverseDocumentFrequency(windows.length, holders.get(stem) ?? 0);
  return positionsByWindow.map((positions) => {
    let score = 0;
    for (const [first, second] of pairs) {
      const count = countNearby(positions.get(first) ?? [], positions.get(second) ?? []);
      score += ((idfOf(first) + idfOf(second)) * count) / (count + SATURATION);
    }
    return score;
  });
}

/** Counts the pairs of nearby positions; both lists are ascending. */
function countNearby(firsts: readonly number[], seconds: readonly number[]): number {
  let count = 0;
  let from = 0;
  for (const first of firsts) {
    while ((seconds[from] ?? first) < first - NEARBY_DISTANCE) from++;
    for (let index = from; (seconds[index] ?? Number.POSITIVE_INFINITY) <= first + NEARBY_DISTANCE; index++)
      count += (seconds[index] ?? 0) - first === 1 ? 1 : NEARBY_WEIGHT;
  }
  return count;
}
