import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PUBLIC_SETTINGS_KEY, useRegistration } from './api.ts';

function Registration() {
  return useRegistration() ?? 'unknown';
}

const render = (client: QueryClient): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Registration />
    </QueryClientProvider>,
  );

test('who may register is unknown until the settings are read', () => {
  const client = new QueryClient();
  expect(render(client)).toBe('unknown');
  client.setQueryData(PUBLIC_SETTINGS_KEY, { registration: 'closed' });
  expect(render(client)).toBe('closed');
});
