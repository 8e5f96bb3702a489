import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { ApiError } from '#web/lib/http/api-error.ts';
import { PageError, PageLoadError } from './page-load-error.tsx';

const renderPage = (page: ReactNode): string =>
  renderToStaticMarkup(<Router ssrPath="/links/abc">{page}</Router>);

const render = (error: Error): string => renderPage(<PageLoadError error={error} onRetry={vi.fn()} />);

test('a page that failed to load leads back and offers to try again', () => {
  const html = render(
    new ApiError(500, 'Something went wrong on our side. Try again.', { code: 'internal' }),
  );
  expect(html).toContain('href="/"');
  expect(html).toContain('Try Again');
});

test('a page that the server refused leads back, without trying again', () => {
  const html = render(new ApiError(404, 'The link could not be found', { code: 'not-found' }));
  expect(html).toContain('href="/"');
  expect(html).not.toContain('Try Again');
});

test('an address that cannot be that of a page says so and leads back', () => {
  const html = renderPage(<PageError message="The link could not be found" />);
  expect(html).toMatch(/role="alert".*The link could not be found.*href="\/".*Back to Home/s);
});
