import { PASSWORD } from '../factories.ts';
import { ACTORS, ADMINISTRATORS, type Row, type RowFixture, row, USERS } from './row.ts';

export const ANYONE = '200 200 200 200 200 200 200 200 200';

/** A credential that is no passkey of anybody. */
const CREDENTIAL = { id: 'AA', rawId: 'AA', type: 'public-key' };
const ONE_PIXEL_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const newUser = ({ number }: RowFixture) => ({
  username: `newUser-${number}`,
  email: `newUser-${number}@example.test`,
  password: PASSWORD,
});

export const sessionRows: readonly Row[] = [
  row('GET /api/start', ANYONE),
  row('GET /api/start', ANYONE, () => ({ query: 'home=true' }), 'with the home page'),
  row('GET /api/user', USERS),
  row('GET /api/user/usage', USERS),
  row('POST /api/login', ANYONE, ({ owner }) => ({
    body: { username: owner.username, password: PASSWORD },
  })),
  row('POST /api/register', ANYONE.replaceAll('200', '201'), (scene) => ({ body: newUser(scene) })),
  row('POST /api/login/second-factor', ANYONE.replaceAll('200', '401'), () => ({ body: { code: '123456' } })),
  row('POST /api/logout', ANYONE),
  row('POST /api/user/email-confirmation', USERS.replaceAll('200', '409')),
  row('POST /api/email-confirmation', ANYONE.replaceAll('200', '404'), () => ({
    body: { token: 'A'.repeat(43) },
  })),
  row('POST /api/password-reset', ANYONE.replaceAll('200', '409'), ({ owner }) => ({
    body: { email: owner.email },
  })),
  row('POST /api/password-reset/confirm', ANYONE.replaceAll('200', '404'), () => ({
    body: { token: 'A'.repeat(43), newPassword: PASSWORD, confirmPassword: PASSWORD },
  })),
  row('GET /api/user/sessions', USERS),
  row('DELETE /api/user/sessions', USERS),
  row('DELETE /api/user/sessions/:id', '401 403 401 401 404 404 200 404 401', async ({ owner }) => ({
    params: { id: (await owner.get('/api/user/sessions')).body[0].id },
  })),
  row('GET /api/user/factors', USERS),
  row('POST /api/user/factors', USERS.replaceAll('200', '201')),
  row('POST /api/user/factors/:id/confirm', '401 403 401 401 404 404 404 404 401', () => ({
    params: { id: 999_999 },
    body: { code: '123456' },
  })),
  row('DELETE /api/user/factors/:id', '401 403 401 401 404 404 404 404 401', () => ({
    params: { id: 999_999 },
  })),
  row('GET /api/user/recovery-codes', USERS),
  row('POST /api/user/recovery-codes', USERS.replaceAll('200', '409')),
  row('GET /api/user/passkeys', USERS),
  row('POST /api/user/passkeys/options', USERS),
  row('POST /api/user/passkeys/verify', USERS.replaceAll('200', '401'), () => ({
    body: {
      name: 'Laptop',
      credential: { ...CREDENTIAL, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    },
  })),
  row('PATCH /api/user/passkeys/:id', USERS.replaceAll('200', '404'), () => ({
    params: { id: 999_999 },
    body: { name: 'Laptop' },
  })),
  row('DELETE /api/user/passkeys/:id', USERS.replaceAll('200', '404'), () => ({ params: { id: 999_999 } })),
  row('GET /api/oidc/start', ANYONE.replaceAll('200', '404')),
  row('GET /api/oidc/callback', ANYONE.replaceAll('200', '404')),
  row('POST /api/oidc/link', ANYONE.replaceAll('200', '404'), () => ({ body: { password: PASSWORD } })),
  row('POST /api/login/passkey/options', ANYONE),
  row('POST /api/login/passkey/verify', ANYONE.replaceAll('200', '401'), () => ({
    body: {
      credential: {
        ...CREDENTIAL,
        response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  })),
  row('POST /api/user/reauthenticate', USERS, () => ({ body: { password: PASSWORD } })),
  row('GET /api/user/tokens', USERS),
  row('POST /api/user/tokens', USERS.replaceAll('200', '201'), () => ({
    body: { name: 'Backup', scope: 'read' },
  })),
  row(
    'POST /api/user/tokens',
    '401 403 401 401 403 403 403 201 401',
    () => ({
      body: { name: 'Backup', scope: 'admin' },
    }),
    'for administrators',
  ),
  row('PATCH /api/user/tokens/:id', '401 403 401 401 404 404 200 404 401', async ({ owner }) => ({
    params: { id: (await owner.post('/api/user/tokens', { name: 'Backup', scope: 'read' })).body.id },
    body: { name: 'Nightly backup' },
  })),
  row('DELETE /api/user/tokens/:id', '401 403 401 401 404 404 200 404 401', async ({ owner }) => ({
    params: { id: (await owner.post('/api/user/tokens', { name: 'Backup', scope: 'read' })).body.id },
  })),
  row('GET /api/user/preferences', USERS),
  row('PATCH /api/user/preferences', USERS, () => ({ body: { defaultView: 'list' } })),
  row('PATCH /api/user/profile', USERS, ({ number }) => ({
    body: { email: `renamed-${number}@example.test` },
  })),
  row('POST /api/user/avatar', USERS, () => ({ body: { image: ONE_PIXEL_GIF } })),
  row('DELETE /api/user/avatar', USERS),
  row('GET /api/avatars/:token', ACTORS.replaceAll('200', '404'), () => ({
    params: { token: 'A'.repeat(22) },
  })),
  row('PATCH /api/user/password', USERS, () => ({
    body: { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD },
  })),
  row('GET /api/user/notifications', USERS),
  row('PATCH /api/user/notifications', USERS, () => ({ body: { fileShared: true } })),
  row('GET /api/system-settings/public', ANYONE),
  row('GET /api/brand', ANYONE),
  row('GET /api/brand/logo/:token', ANYONE.replaceAll('200', '404'), () => ({
    params: { token: 'A'.repeat(22) },
  })),
  row('GET /api/search', ACTORS, () => ({ query: 'query=anything' })),
  row('GET /api/search', ACTORS, () => ({ query: 'query=anything&kind=pdf&owner=others' }), 'filtered'),
  row('GET /api/search/export', ACTORS, () => ({ query: 'query=anything' })),
  row('POST /api/search/answer', ACTORS, () => ({ body: { query: 'anything' } })),
  row(
    'POST /api/search/answer',
    '401 200 401 401 404 200 200 200 401',
    ({ folderId }) => ({ body: { query: 'anything', folderId } }),
    'below a folder',
  ),
  row('GET /api/search/suggestions', ACTORS, () => ({ query: 'query=any' })),
  row(
    'GET /api/search',
    '401 200 401 401 404 200 200 200 401',
    ({ folderId }) => ({ query: `query=anything&folderId=${folderId}` }),
    'below a folder',
  ),
  row('GET /api/search', ADMINISTRATORS, () => ({ query: 'query=reindex&reindex=true' }), 'reindex'),
];
