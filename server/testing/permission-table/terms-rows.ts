import { type RowFixture, row, USERS } from './row.ts';

const text = 'Keep it to yourself.';

async function terms({ owner }: RowFixture): Promise<number> {
  return (await owner.post('/api/terms', { name: 'NDA', text })).body.id;
}

const byId = async (scene: RowFixture) => ({ params: { id: await terms(scene) } });

const OWNER = '401 403 401 401 404 404 200 200 401';

export const termsRows = [
  row('GET /api/terms', USERS),
  row('POST /api/terms', USERS.replaceAll('200', '201'), () => ({ body: { name: 'NDA', text } })),
  row('GET /api/terms/:id', OWNER, byId),
  row('PATCH /api/terms/:id', OWNER, async (scene) => ({
    ...(await byId(scene)),
    body: { name: 'Renamed' },
  })),
  row('POST /api/terms/:id/versions', OWNER.replaceAll('200', '201'), async (scene) => ({
    ...(await byId(scene)),
    body: { text: 'Tell nobody.' },
  })),
  row('GET /api/terms/:id/document', OWNER, async ({ owner }) => {
    const parts = [
      { name: 'name', value: 'NDA' },
      { name: 'file', value: text, filename: 'nda.txt' },
    ];
    return { params: { id: (await owner.form('/api/terms', parts)).body.id } };
  }),
  row('DELETE /api/terms/:id', OWNER, byId),
  row('GET /api/terms/acceptances', USERS),
  row('GET /api/terms/acceptances/export', USERS),
  row('GET /api/terms/acceptances/:id/pdf', OWNER, async (scene) => ({
    params: { id: await scene.acceptTerms(await terms(scene)) },
  })),
];
