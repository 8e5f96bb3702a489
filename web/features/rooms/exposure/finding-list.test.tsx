import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { ExposureCheckDetails, ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { FindingList, type FindingRights } from './finding-list.tsx';

const finding: Partial<ExposureFinding> = {
  id: 7,
  kind: 'iban',
  fileId: 3,
  fileName: 'Letter.txt',
  folderId: null,
  text: { before: 'to ', found: 'DE89', after: '.' },
  decision: null,
};

function show(rights: FindingRights, decision: ExposureFinding['decision']): string {
  const client = createQueryClient();
  client.setQueryData(['exposure', 'findings', 1, undefined, false, false, undefined], {
    pages: [{ result: [{ ...finding, decision }], next: null }],
    pageParams: [null],
  });
  const check = { id: 1, roomId: 2, groupId: 4, signedOffAt: null } as ExposureCheckDetails; // what the list reads of it
  const filter = { kind: undefined, undecided: false, new: false, fileId: undefined };
  const html = renderToStaticMarkup(
    <Router ssrPath="/rooms/2/groups/4/exposure">
      <QueryClientProvider client={client}>
        <FindingList {...{ check, filter, rights }} />
      </QueryClientProvider>
    </Router>,
  );
  expect(html).toContain('DE89');
  return html;
}

/** Returns the actions that are offered for the finding. */
function actionsFor(rights: FindingRights, decision: ExposureFinding['decision'] = null): string[] {
  const html = show(rights, decision);
  return ['Accept', 'Lower Access', 'Mark as Lowered'].filter((name) => html.includes(`>${name}<`));
}

test('managers accept findings and lower access, editors accept, and nobody does in a closed room', () => {
  expect(actionsFor({ mayDecide: true, mayLower: true })).toEqual([
    'Accept',
    'Lower Access',
    'Mark as Lowered',
  ]);
  expect(actionsFor({ mayDecide: true, mayLower: false })).toEqual(['Accept']);
  expect(actionsFor({ mayDecide: false, mayLower: false })).toEqual([]);
});

test('permissions can be opened again after a finding was marked as lowered', () => {
  const rights = { mayDecide: true, mayLower: true };
  expect(actionsFor(rights, 'lower')).toEqual(['Accept', 'Lower Access']);
  expect(actionsFor(rights, 'accept')).toEqual(['Accept']);
});

test('a finding that was marked as lowered is not said to be lowered', () => {
  const html = show({ mayDecide: true, mayLower: true }, 'lower');
  expect(html).toContain('Marked as lowered');
  expect(html).not.toContain('Access lowered');
});
