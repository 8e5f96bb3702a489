import { expect, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { countMatches } from './count-matches.ts';
import { parseMultipleAnswers } from './server-answers.ts';

const answerOf = (value: number) => ({ timed_out: false, hits: { hits: [], total: { value } } });

async function count(permitted: object[], names: readonly string[]) {
  const requests: number[] = [];
  const counts = await countMatches(
    async (bodies) => {
      requests.push(bodies.length);
      for (const body of bodies)
        expect(JSON.stringify(body)).toContain(JSON.stringify(permitted).slice(1, -1));
      return bodies.map((body) => answerOf(Number(/"word":"(\d+)"/.exec(JSON.stringify(body))?.[1])));
    },
    permitted as Record<string, unknown>[],
    new Map(names.map((name) => [name, [{ term: { word: name } }]])),
  );
  return { requests, counts };
}

const numbers = (length: number) => Array.from({ length }, (_, nth) => String(nth));

test('every count has the permission filter, and its own answer', async () => {
  const { requests, counts } = await count([{ term: { folder: 7 } }], numbers(600));
  expect(requests).toEqual([250, 250, 100]);
  expect([...counts]).toEqual(numbers(600).map((name) => [name, Number(name)]));
});

test('requests stay short for somebody with many folders', async () => {
  const { requests } = await count([{ terms: { folder: numbers(100_000) } }], numbers(5));
  expect(requests.length).toBeGreaterThan(1);
});

test.for<[string, object]>([
  ['the server is too busy for', { status: 429, error: { reason: 'queue full' } }],
  ['finds its index gone', { status: 404, error: { type: 'index_not_found_exception', reason: null } }],
  ['ends early', { ...answerOf(1), timed_out: true }],
  ['misses a part of the index', { ...answerOf(1), _shards: { failed: 1 } }],
])('a search that %s is an outage', ([, failed]) => {
  let error: unknown;
  try {
    parseMultipleAnswers({ responses: [answerOf(1), failed] });
  } catch (thrown) {
    error = thrown;
  }
  expect(isUnavailable(error)).toBe(true);
});
