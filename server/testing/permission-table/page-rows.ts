import { ACTORS, type Row, type RowFixture, row } from './row.ts';

const SEEN = '401 200 401 401 404 200 200 200 401';
const UNSIGNED = '401 404 401 401 404 404 404 404 401';

/** Creates a view-only file of the owner in the shared folder, whose pages everybody with access may see. */
const restricted = async ({ owner, folderId }: RowFixture) => ({
  params: { id: (await owner.file({ folderId, allowDownload: false })).id },
});

/** Disabled by default; online-view.test.ts enables it. */
const SWITCHED_OFF = '401 404 401 401 404 404 404 404 401';

export const pageRows: readonly Row[] = [
  row('POST /api/files/:id/online-view', SWITCHED_OFF, restricted, 'not to be downloaded'),
  row('GET /api/online-views/:token', '404 404 404 404 404 404 404 404 404', () => ({
    params: { token: 'A'.repeat(200) },
  })),
  row('GET /api/files/:id/pages', SEEN, restricted, 'not to be downloaded'),
  row(
    'GET /api/files/:id/pages/matches',
    SEEN,
    async (scene) => ({ ...(await restricted(scene)), query: 'query=anything' }),
    'not to be downloaded',
  ),
  row(
    'GET /api/files/:id/pages/:page',
    SEEN,
    async (scene) => ({ params: { ...(await restricted(scene)).params, page: 1 }, isSigned: true }),
    'not to be downloaded',
  ),
  row(
    'GET /api/files/:id/pages/:page',
    UNSIGNED,
    async (scene) => ({ params: { ...(await restricted(scene)).params, page: 1 } }),
    'not to be downloaded, without a signature',
  ),
  row(
    'GET /api/files/:id/thumbnail',
    SEEN,
    async (scene) => ({ ...(await restricted(scene)), isSigned: true }),
    'not to be downloaded',
  ),
  row('GET /api/files/:id/thumbnail', UNSIGNED, restricted, 'not to be downloaded, without a signature'),
  row('GET /api/files/thumbnails', ACTORS, async (scene) => ({
    query: `ids=${(await restricted(scene)).params.id}`,
  })),
];
