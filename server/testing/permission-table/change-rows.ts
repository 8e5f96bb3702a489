import { ACTORS, type Row, row } from './row.ts';

const SEEN = '401 200 401 401 404 200 200 200 401';

export const changeRows: readonly Row[] = [
  row('GET /api/changes', ACTORS, () => ({ query: 'since=2026-01-01T00:00:00Z' })),
  row('GET /api/changes', ACTORS, () => ({}), 'since the last visit'),
  row(
    'GET /api/changes',
    SEEN,
    ({ folderId }) => ({ query: `since=2026-01-01T00:00:00Z&folderId=${folderId}` }),
    'of a folder',
  ),
  row('POST /api/changes/seen', ACTORS, () => ({ body: { position: 1 } })),
  row('POST /api/changes/seen', SEEN, ({ folderId }) => ({ body: { position: 1, folderId } }), 'of a folder'),
];
