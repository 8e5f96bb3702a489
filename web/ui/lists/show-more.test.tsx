import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ShowMore } from './show-more.tsx';

const render = (states: object): string => {
  const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, ...states };
  return renderToStaticMarkup(<ShowMore list={{ ...list, fetchNextPage: async () => undefined }} />);
};

test('a page that failed says so until it is asked for again', () => {
  const message = 'More could not be loaded. Try again.';
  expect(render({})).not.toContain(message);
  expect(render({ isFetchNextPageError: true })).toContain(message);
  expect(render({ isFetchNextPageError: true, isFetchingNextPage: true })).not.toContain(message);
});
