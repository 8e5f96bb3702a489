import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { FailedList } from './failed-list.tsx';

const refetch = vi.fn();
const LOADED = { data: [], error: null, refetch };
const LOADING = { data: undefined, error: null, refetch };
const FAILED = { data: undefined, error: new Error('No connection'), refetch };
/** Shows what was loaded before. */
const NOT_REFRESHED = { ...FAILED, data: [] };

test.each([
  ['are loaded', [LOADED, LOADED]],
  ['are loading', [LOADED, LOADING]],
  ['could not be loaded again', [NOT_REFRESHED]],
])('lists that %s have no message', (_state, lists) => {
  expect(renderToStaticMarkup(<FailedList lists={lists} />)).toBe('');
});

test('a list that could not be loaded says so and can be tried again', () => {
  const html = renderToStaticMarkup(
    <FailedList lists={[LOADED, FAILED]} summary="Groups could not be loaded" />,
  );
  expect(html).toContain('Groups could not be loaded. ');
  expect(html).toContain('Try Again');
});
