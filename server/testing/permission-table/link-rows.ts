import { type Row, type RowFixture, row, USERS } from './row.ts';

/** Creates the owner's link to the shared folder; returns its id and slug. */
async function link({ owner, folderId }: RowFixture, settings: object = {}) {
  const targets = [{ kind: 'folder', id: folderId }];
  const { body } = await owner.post('/api/links', { name: 'Link', targets, settings });
  return { id: body.id, slug: body.url.split('/').at(-1) };
}

const byId = async (scene: RowFixture) => ({ params: { id: (await link(scene)).id } });
const bySlug = async (scene: RowFixture) => ({ params: { slug: (await link(scene)).slug } });

const OWNER = '401 403 401 401 404 404 200 200 401';
/** The slug itself gives the right, for every caller. */
const HOLDERS = '200 200 200 200 200 200 200 200 200';
/** Nobody has completed a step. */
const INCOMPLETE = HOLDERS.replaceAll('200', '409');

export const linkRows: readonly Row[] = [
  row('POST /api/links', '401 403 401 401 404 403 201 201 401', ({ folderId }) => ({
    body: { name: 'Link', targets: [{ kind: 'folder', id: folderId }] },
  })),
  row('GET /api/links', USERS),
  row('GET /api/links/:id', OWNER, byId),
  row('GET /api/links/export', USERS),
  row('GET /api/links/:id/analytics', OWNER, byId),
  row('GET /api/links/:id/visitors', OWNER, byId),
  row('PATCH /api/links/:id', OWNER, async (scene) => ({
    ...(await byId(scene)),
    body: { name: 'Renamed' },
  })),
  row('POST /api/links/:id/block', OWNER, async (scene) => ({
    ...(await byId(scene)),
    body: { email: 'guest@example.test' },
  })),
  row('DELETE /api/links/:id', OWNER, byId),
  row('GET /api/link-access/:slug', HOLDERS, bySlug),
  row('GET /api/link-access/:slug/brand/:token', HOLDERS.replaceAll('200', '404'), async (scene) => ({
    params: { ...(await bySlug(scene)).params, token: 'A'.repeat(22) },
  })),
  row('POST /api/link-access/:slug/password', HOLDERS, async (scene) => ({
    params: { slug: (await link(scene, { password: 'open sesame' })).slug },
    body: { password: 'open sesame' },
  })),
  row('POST /api/link-access/:slug/email', HOLDERS, async (scene) => ({
    ...(await bySlug(scene)),
    body: { email: 'guest@example.test' },
  })),
  row('POST /api/link-access/:slug/code', INCOMPLETE, async (scene) => ({
    ...(await bySlug(scene)),
    body: { code: '123456' },
  })),
  row('POST /api/link-access/:slug/terms', INCOMPLETE, async (scene) => ({
    ...(await bySlug(scene)),
    body: { termsVersionId: 1 },
  })),
  row('GET /api/link-access/:slug/terms/document', INCOMPLETE, async (scene) => ({
    ...(await bySlug(scene)),
    query: 'termsVersionId=1',
  })),
  row('GET /api/link-access/:slug/terms/pages/:page', INCOMPLETE, async (scene) => {
    const { params } = await bySlug(scene);
    return { params: { ...params, page: 1 }, query: 'termsVersionId=1' };
  }),
  row('POST /api/link-access/:slug/enter', INCOMPLETE, bySlug),
  row('POST /api/link-access/:slug/leave', HOLDERS, bySlug),
];
