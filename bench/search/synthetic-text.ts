import { STOP_WORDS } from '#server/engines/search/analysis/stop-words.ts';

/** Mulberry32: the same text in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  'con tra ter min a tion pro per ty dis clo sure lia bil pay ment in dem ni fi cas ro del mar ven'.split(
    ' ',
  );
const VOCABULARY_SIZE = 60_000;

/** English as an index sees it: function words first, then invented words, the frequency falling with the rank. */
export function createSyntheticText(seed: number): { words: (count: number) => string[] } {
  const random = createRandom(seed);
  const functionWords = [...STOP_WORDS];
  const content = Array.from({ length: VOCABULARY_SIZE }, (_, rank) => {
    const length = 2 + (rank % 3);
    const word = Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
    return rank % 50 === 0 ? `${1900 + (rank % 200)}` : word;
  });
  const word = () => {
    if (random() < 0.45) return functionWords[Math.floor(functionWords.length * random() ** 3)] ?? '';
    return content[Math.floor(VOCABULARY_SIZE ** random()) - 1] ?? '';
  };
  return { words: (count) => Array.from({ length: count }, word) };
}
