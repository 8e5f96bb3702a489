import { PASSWORD } from '../factories.ts';
import { ADMINISTRATORS, type Row, type RowFixture, row, USERS } from './row.ts';

interface Invited {
  readonly id: number;
  readonly token: string;
}

/** Creates the owner's invitation to the shared folder. */
async function invite(
  { owner, folderId, number }: RowFixture,
  role: 'visitor' | 'collaborator',
  email = `invited-${number}@example.test`,
): Promise<Invited> {
  const { body } = await owner.post('/api/invitations', { email, folderIds: [folderId], role });
  return { id: body.id, token: body.inviteUrl.split('/').at(-1) };
}

const byId = async (scene: RowFixture) => ({ params: { id: (await invite(scene, 'visitor')).id } });
const byToken = async (scene: RowFixture) => ({ params: { token: (await invite(scene, 'visitor')).token } });

/** The token itself grants the right, for every caller. */
const HOLDERS = '200 200 200 200 200 200 200 200 200';
const INVITER = '401 403 401 401 404 404 200 200 401';
/** A signed-in user cannot become a visitor. */
const SIGNED_OUT = '200 200 200 200 409 409 409 409 200';

export const invitationRows: readonly Row[] = [
  row('POST /api/invitations', '401 403 401 401 404 403 201 201 401', ({ folderId, number }) => ({
    body: { email: `new-${number}@example.test`, folderIds: [folderId] },
  })),
  row('GET /api/invitations', USERS),
  row('DELETE /api/invitations/:id', INVITER, byId),
  row('POST /api/invitations/:id/resend', INVITER, byId),
  row('GET /api/invitations/:token', HOLDERS, byToken),
  row('POST /api/invitations/accept', '401 403 401 401 403 200 403 403 401', async (scene) => {
    const { email } = (await scene.collaborator.get('/api/user')).body;
    return { body: { token: (await invite(scene, 'collaborator', email)).token } };
  }),
  row('POST /api/register-from-invitation', HOLDERS.replaceAll('200', '201'), async (scene) => ({
    body: {
      username: `invited-${scene.number}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      token: (await invite(scene, 'collaborator')).token,
    },
  })),
  row('GET /api/admin/invitations', ADMINISTRATORS),
  row('DELETE /api/admin/invitations/:id', ADMINISTRATORS, byId),
  row('GET /api/visitor/auth/:token', SIGNED_OUT, byToken),
  row('GET /api/visitor/status', HOLDERS),
  row('POST /api/visitor/logout', HOLDERS),
  row('GET /api/visitor/:token', HOLDERS, byToken),
  row('GET /api/validate-token/:token', HOLDERS, byToken),
  row('GET /api/debug/invitation-to-visitor/:id', INVITER, byId),
  row('GET /api/admin/outbox', ADMINISTRATORS),
  row('GET /api/admin/outbox/:id', ADMINISTRATORS, async (scene) => {
    await invite(scene, 'visitor');
    return { params: { id: (await scene.administrator.get('/api/admin/outbox')).body[0].id } };
  }),
];
