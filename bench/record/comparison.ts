import { compareTexts } from '#server/engines/documents/compare/compare-texts.ts';
import { editKinds, makeEditedPair } from '#server/engines/documents/compare/testing/known-edits.ts';
import { type Figure, median } from '../harness/figures.ts';

const ROUNDS = 9;
/** Ten paragraphs a page. */
const PARAGRAPHS = 500;

/** Measures the comparison of two contracts of 50 pages by text, without reading them. */
export function measureComparison(): Figure[] {
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const { before, after } = makeEditedPair(round + 1, { paragraphs: PARAGRAPHS, edits: editKinds });
    const begun = process.cpuUsage();
    compareTexts(before, after);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return [
    {
      name: 'two contracts of 50 pages compared by text, processor time',
      value: median(times),
      unit: 'ms',
      target: { atMost: 1_000 },
    },
  ];
}
