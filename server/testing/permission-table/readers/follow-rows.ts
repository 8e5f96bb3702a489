import { ACTORS, type Row, type RowFixture, row } from '../row.ts';

const SEEN = '401 200 401 401 404 200 200 200 401';

const folder = ({ folderId }: RowFixture) => ({ params: { kind: 'folder', id: folderId } });
const file = async ({ owner, folderId }: RowFixture) => ({
  params: { kind: 'file', id: (await owner.file({ folderId })).id },
});

/** The calls for follows and digests; without a mail server nothing can be chosen. */
export const followRows: readonly Row[] = [
  row('GET /api/follows', ACTORS),
  row('PUT /api/follows/:kind/:id', SEEN, folder, 'a folder'),
  row('PUT /api/follows/:kind/:id', SEEN, file, 'a file'),
  row('DELETE /api/follows/:kind/:id', SEEN, folder, 'a folder'),
  row('DELETE /api/follows/:kind/:id', SEEN, file, 'a file'),
  row('GET /api/digests', ACTORS),
  row('PATCH /api/digests/:folderId', SEEN, ({ folderId }) => ({
    params: { folderId },
    body: {},
  })),
  row('GET /api/digests/unsubscribe/:token', '302 302 302 302 302 302 302 302 302', () => ({
    params: { token: 'A'.repeat(43) },
  })),
  row('POST /api/digests/unsubscribe/:token', '404 404 404 404 404 404 404 404 404', () => ({
    params: { token: 'A'.repeat(43) },
  })),
];
