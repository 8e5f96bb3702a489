import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';

const PREFERENCES = '/api/user/preferences';

describe('the preferences of a user', () => {
  test('are the defaults until they are changed', async ({ testApp }) => {
    const user = await testApp.user();
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULT_PREFERENCES);
  });

  test('a change applies in every session of the user and leaves other users alone', async ({ testApp }) => {
    const user = await testApp.user();
    const other = await testApp.user();
    const changed = { ...DEFAULT_PREFERENCES, defaultView: 'list', colorScheme: 'dark', tourSeen: true };
    const response = await user.patch(PREFERENCES, { defaultView: 'list', colorScheme: 'dark' });
    expect([response.status, response.body]).toEqual([200, { ...changed, tourSeen: false }]);
    expect((await user.patch(PREFERENCES, { tourSeen: true })).body).toEqual(changed);

    const secondSession = createTestClient(testApp.server.http);
    await secondSession.post('/api/login', { username: user.username, password: PASSWORD });
    expect((await secondSession.get(PREFERENCES)).body).toEqual(changed);
    expect((await other.get(PREFERENCES)).body).toEqual(DEFAULT_PREFERENCES);
  });

  test.for([
    { defaultView: 'table' },
    { recentFilesCount: 0 },
    { recentFilesCount: 1.5 },
    { customLayout: {} },
    { unknown: true },
  ])('%j is rejected and changes nothing', async (body, { testApp }) => {
    const user = await testApp.user();
    const response = await user.patch(PREFERENCES, body);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, Object.keys(body)]);
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULT_PREFERENCES);
  });
});
