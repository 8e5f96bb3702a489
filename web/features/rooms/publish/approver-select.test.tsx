import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { ApproverSelect } from './approver-select.tsx';

const ROOM_ID = 7;
const GROUP_ID = 3;

/** Returns the texts of the options, the chosen one in brackets. */
function listOptions(members: readonly { id: number; email: string }[], value: number | undefined): string[] {
  const client = createQueryClient();
  client.setQueryData(['rooms', ROOM_ID, 'groups'], [{ id: GROUP_ID, name: 'Bidder A' }]);
  client.setQueryData(['groups', GROUP_ID, 'members'], members);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ApproverSelect roomId={ROOM_ID} value={value} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<option([^>]*)>([^<]*)</g)].map(([, attributes, text]) =>
    attributes?.includes('selected') ? `[${text}]` : `${text}`,
  );
}

const ada = { id: 1, email: 'ada@bidder.example' };

test('the members of the groups can be chosen, and nobody', () => {
  expect(listOptions([ada], undefined)).toEqual(['[Nobody]', 'ada@bidder.example (Bidder A)']);
  expect(listOptions([ada], 1)).toEqual(['Nobody', '[ada@bidder.example (Bidder A)]']);
  expect(listOptions([], undefined)).toEqual([]);
});

test('a chosen member who was removed since is still shown as chosen, so that another choice is one', () => {
  expect(listOptions([ada], 2)).toEqual(['Nobody', 'ada@bidder.example (Bidder A)', '[No longer a member]']);
  expect(listOptions([], 2)).toEqual(['Nobody', '[No longer a member]']);
});
