import { expect, test } from 'vitest';
import { shortenRules } from './shorten-rules.ts';

test.each([
  ['Letter ————__———— Elbhof GmbH', 'Letter … Elbhof GmbH'],
  ['3. Term and notice ........ 4', '3. Term and notice … 4'],
  ['3. Term and notice . . . . . 4', '3. Term and notice … 4'],
  ['____________', '…'],
  ['Wait... The term – five years – ends 2026-03-01.', 'Wait... The term – five years – ends 2026-03-01.'],
  ['A well-known --flag', 'A well-known --flag'],
])('%j is shown as %j', (text, shown) => {
  expect(shortenRules(text)).toBe(shown);
});
