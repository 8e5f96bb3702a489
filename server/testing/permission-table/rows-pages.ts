import { type Row, row, type Scene } from './row.ts';

const SEEN = '401 200 401 401 404 200 200 200 401';

/** A file of the owner's in the shared folder, which may not be downloaded: its pages are there for whoever may see it. */
const restricted = async ({ owner, folderId }: Scene) => ({
  params: { id: (await owner.file({ folderId, allowDownload: false })).id },
});

export const pageRows: readonly Row[] = [
  row('GET /api/files/:id/pages', SEEN, restricted, 'not to be downloaded'),
  row(
    'GET /api/files/:id/pages/:page',
    SEEN,
    async (scene) => ({ params: { ...(await restricted(scene)).params, page: 1 } }),
    'not to be downloaded',
  ),
  row('GET /api/files/:id/thumbnail', SEEN, restricted, 'not to be downloaded'),
];
