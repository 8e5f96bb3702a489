import { type Row, type RowFixture, row, USERS } from './row.ts';

/** An address without a name, so that no test asks a name server. */
const PUBLIC_URL = 'https://93.184.215.14/hook';
const OWNERS = '401 403 401 401 404 404 200 404 401';

async function createWebhook({ owner, folderId }: RowFixture): Promise<number> {
  // A user can have twenty of them.
  for (const { id } of (await owner.get('/api/webhooks')).body) await owner.delete(`/api/webhooks/${id}`);
  const body = { url: PUBLIC_URL, events: ['file.upload'], folderId };
  return (await owner.post('/api/webhooks', body)).body.id;
}

const ofOwner = async (scene: RowFixture) => ({ params: { id: await createWebhook(scene) } });

export const webhookRows: readonly Row[] = [
  row('GET /api/webhooks', USERS),
  row('POST /api/webhooks', '401 403 401 401 404 403 201 201 401', ({ folderId }) => ({
    body: { url: PUBLIC_URL, events: ['file.upload'], folderId },
  })),
  row(
    'POST /api/webhooks',
    '401 403 401 401 403 403 403 201 401',
    () => ({ body: { url: PUBLIC_URL, events: ['session.sign-in'] } }),
    'of everything',
  ),
  row('GET /api/webhooks/:id', OWNERS, ofOwner),
  row('PATCH /api/webhooks/:id', OWNERS, async (scene) => ({
    ...(await ofOwner(scene)),
    body: { isEnabled: false },
  })),
  row('DELETE /api/webhooks/:id', OWNERS, ofOwner),
  row('GET /api/webhooks/:id/deliveries', OWNERS, ofOwner),
  row(
    'POST /api/webhooks/:id/deliveries/:deliveryId/resend',
    '401 403 401 401 404 404 404 404 401',
    async (scene) => ({
      params: { id: await createWebhook(scene), deliveryId: 999_999 },
    }),
  ),
];
