import { expect, test, vi } from 'vitest';
import { MAX_ROWS_READ, type Step, stepThrough } from './step-through.ts';

/** Reads a list of endless steps, of which the rows count as `read` each, and returns how many were read. */
async function readSteps(step: Partial<Step<number, number>>, isAwaited = () => true) {
  const reportIncomplete = vi.fn();
  let steps = 0;
  const reader = { isAwaited, reportIncomplete };
  for await (const _ of stepThrough(reader, 0, async (after = 0) => ({
    rows: [after],
    next: after + 1,
    ...step,
  })))
    steps++;
  return { steps, reports: reportIncomplete.mock.calls.length };
}

test('a list that does not end is read up to a limit, and that is reported', async () => {
  expect(await readSteps({ read: MAX_ROWS_READ / 10 })).toEqual({ steps: 10, reports: 1 });
});

test('rows count by themselves where nothing else is said', async () => {
  const rows = Array.from({ length: MAX_ROWS_READ / 4 }, () => 0);
  expect(await readSteps({ rows })).toEqual({ steps: 4, reports: 1 });
});

test('the last step of a list reports nothing, however long it was', async () => {
  expect(await readSteps({ next: undefined, read: MAX_ROWS_READ })).toEqual({ steps: 1, reports: 0 });
});

test('a list is read no further once nobody waits, and nothing is reported', async () => {
  let asked = 0;
  expect(await readSteps({}, () => asked++ < 3)).toEqual({ steps: 3, reports: 0 });
});
