import Users from 'lucide-react/icons/users';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { FilterField, type ListFilter, NoMatches } from './list-filter.tsx';

const filterBy = (text: string): ListFilter => ({
  text,
  setText: vi.fn(),
  clear: vi.fn(),
  input: { current: null },
});
const render = (text: string, shown: number, total: number): string =>
  renderToStaticMarkup(
    <FilterField
      filter={filterBy(text)}
      label="Filter users"
      placeholder="Filter by name or email"
      noun="user"
      shown={shown}
      total={total}
    />,
  );

test.each([
  ['', 500, 500, '500 users'],
  ['', 1, 1, '1 user'],
  ['  ', 12_000, 12_000, '12,000 users'],
  ['keller', 12, 500, '12 of 500'],
  ['keller', 1, 1, '1 of 1'],
  ['nobody', 0, 1_200, '0 of 1,200'],
])('with the filter %j, %i of %i entries are announced as “%s”', (text, shown, total, announced) => {
  expect(render(text, shown, total)).toMatch(new RegExp(`<p role="status"[^>]*>${announced}</p>`));
});

test('the field has a name for screen readers and holds the text', () => {
  const html = render('keller', 12, 500);
  const [, id] = html.match(/<label for="([^"]+)"[^>]*>Filter users<\/label>/) ?? [];
  expect(html).toContain(`id="${id}"`);
  expect(html).toMatch(/<input(?=[^>]*type="search")(?=[^>]*value="keller")/);
});

test('a list of which nothing fits says what to do and offers to clear the filter', () => {
  const html = renderToStaticMarkup(
    <NoMatches
      filter={filterBy('nobody')}
      icon={Users}
      title="No matching users"
      description="Try a shorter part of a name or of an email address."
    />,
  );
  expect(html).toContain('No matching users');
  expect(html).toContain('Try a shorter part');
  expect(html).toContain('Clear Filter');
});
