import { ACTORS, type Row, type RowFixture, row } from '../row.ts';

const SEEN = '401 200 401 401 404 200 200 200 401';

const folder = ({ folderId }: RowFixture) => ({ params: { kind: 'folder', id: folderId } });
const file = async ({ owner, folderId }: RowFixture) => ({
  params: { kind: 'file', id: (await owner.file({ folderId })).id },
});

/** A search that the owner saved: it does not exist for anybody else, administrators included. */
const OTHERS_SEARCH = '401 404 401 401 404 404 200 404 401';

const saveSearch = async ({ owner }: RowFixture): Promise<number> =>
  (await owner.post('/api/saved-searches', { query: 'anything' })).body.id;

/** The calls for follows, saved searches and digests; without a mail server nothing can be chosen. */
export const followRows: readonly Row[] = [
  row('GET /api/follows', ACTORS),
  row('PUT /api/follows/:kind/:id', SEEN, folder, 'a folder'),
  row('PUT /api/follows/:kind/:id', SEEN, file, 'a file'),
  row('DELETE /api/follows/:kind/:id', SEEN, folder, 'a folder'),
  row('DELETE /api/follows/:kind/:id', SEEN, file, 'a file'),
  row('GET /api/saved-searches', ACTORS),
  row('POST /api/saved-searches', '401 201 401 401 201 201 201 201 401', () => ({
    body: { query: 'anything' },
  })),
  row(
    'POST /api/saved-searches',
    SEEN.replaceAll('200', '201'),
    ({ folderId }) => ({ body: { query: 'anything', folderId } }),
    'below a folder',
  ),
  row('PATCH /api/saved-searches/:id', OTHERS_SEARCH, async (fixture) => ({
    params: { id: await saveSearch(fixture) },
    body: { alerts: false, seen: true },
  })),
  row('DELETE /api/saved-searches/:id', OTHERS_SEARCH, async (fixture) => ({
    params: { id: await saveSearch(fixture) },
  })),
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
