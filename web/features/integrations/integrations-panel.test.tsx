import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { IntegrationsPanel } from './integrations-panel.tsx';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://room.example.test' });
  vi.stubGlobal('navigator', { clipboard: {} });
});
afterEach(() => vi.unstubAllGlobals());

function render(lists: { tokens?: unknown[]; webhooks?: unknown[]; rooms?: unknown[] } = {}): string {
  const client = createQueryClient();
  client.setQueryData(['api-tokens'], lists.tokens ?? []);
  client.setQueryData(['webhooks'], lists.webhooks ?? []);
  client.setQueryData(['rooms'], lists.rooms ?? []);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/admin">
        <IntegrationsPanel />
      </Router>
    </QueryClientProvider>,
  );
}

test('the addresses for programs are those of this installation, and can be copied', () => {
  const html = render();
  for (const text of [
    'https://room.example.test/api"',
    'https://room.example.test/mcp"',
    'Copy the address of the MCP server',
  ])
    expect(html).toContain(text);
});

test('tokens and webhooks are counted and lead to where they are', () => {
  const html = render({
    tokens: [{ expiresAt: null }, { expiresAt: '2020-01-01T00:00:00.000Z' }],
    webhooks: [
      { isEnabled: false, pending: 2 },
      { isEnabled: true, pending: 1 },
    ],
  });
  expect(html).toContain('You have 2 API tokens. 1 of them has ended.');
  expect(html).toContain('You have 2 webhooks. 1 of them is disabled. 3 events wait.');
  expect(html.match(/href="\/settings\?tab=security"/g)).toHaveLength(2);
});

test('without any, it says so', () => {
  for (const text of ['You have no API tokens.', 'You have no webhooks.', 'No room has settings'])
    expect(render()).toContain(text);
});

test('each room leads to its service accounts, but for those that keep administrators out', () => {
  const html = render({
    rooms: [
      { id: 7, name: 'Falcon' },
      { id: 8, name: 'Secret', needsEmergencyAccess: true },
    ],
  });
  expect(html).toContain('href="/rooms/7/settings?tab=staff"');
  expect(html).not.toContain('Secret');
});
