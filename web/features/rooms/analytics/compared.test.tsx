import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatDuration } from '#shared/domain/format.ts';
import { Compared, describeChange } from './compared.tsx';

test('a figure names that of the days before, and is alone where there is none', () => {
  expect(describeChange(60_000, 90_000, formatDuration)).toBe('1 min 30 s before, −30 s');
  expect(renderToStaticMarkup(<Compared now={42} before={30} />)).toMatch(
    /title="30 in the days before".*42.*\+12/,
  );
  expect(renderToStaticMarkup(<Compared now={1_042} before={undefined} />)).toBe('1,042');
});
