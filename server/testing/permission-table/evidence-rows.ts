import { ACTORS, ADMINISTRATORS, type Row, type RowFixture, row } from './row.ts';

const ANYONE = '200 200 200 200 200 200 200 200 200';

/** Signs a tree head, with a receipt of the folder's owner. */
const owners = async ({ owner }: RowFixture) => ({
  params: { id: (await owner.post('/api/receipts')).body.id },
});
const signed = async (scene: RowFixture) => {
  await owners(scene);
  return {};
};

export const evidenceRows: readonly Row[] = [
  row('GET /api/evidence/key', ANYONE),
  row('GET /api/evidence/verifier', ANYONE, () => ({ query: 'format=html' })),
  row('GET /api/evidence/tree-head', ACTORS, signed),
  row('GET /api/evidence/consistency', ACTORS, () => ({ query: 'from=1&to=1' })),
  row('GET /api/receipts', ACTORS),
  row('POST /api/receipts', ACTORS.replaceAll('200', '201')),
  row('GET /api/receipts/:id', '401 404 401 401 404 404 200 404 401', owners),
  row('POST /api/admin/signing-keys', ADMINISTRATORS.replace('200', '201')),
  row('GET /api/admin/anchors', ADMINISTRATORS),
  row('PATCH /api/admin/anchors', ADMINISTRATORS, () => ({ body: {} })),
  // Only the server of a time stamp could issue one.
  row('GET /api/admin/anchors/:id/token', ADMINISTRATORS.replace('200', '404'), () => ({
    params: { id: 1 },
  })),
  row('GET /api/admin/audit/state', ADMINISTRATORS),
  row('GET /api/admin/audit/:position/proof', ADMINISTRATORS, () => ({ params: { position: 1 } })),
];
