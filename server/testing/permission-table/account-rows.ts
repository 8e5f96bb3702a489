import { PASSWORD } from '../factories.ts';
import { ACTORS, ADMINISTRATORS, type Row, type RowFixture, row, USERS } from './row.ts';

const ANYONE = '200 200 200 200 200 200 200 200 200';

const ONE_PIXEL_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const newUser = ({ number }: RowFixture) => ({
  username: `newUser-${number}`,
  email: `newUser-${number}@example.test`,
  password: PASSWORD,
});

export const sessionRows: readonly Row[] = [
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
  row('POST /api/user/reauthenticate', USERS, () => ({ body: { password: PASSWORD } })),
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
  row('GET /api/search', ACTORS, () => ({ query: 'query=anything' })),
  row('GET /api/search', ACTORS, () => ({ query: 'query=anything&kind=pdf&owner=others' }), 'filtered'),
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
