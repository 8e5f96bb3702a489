import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { test } from '#server/testing/test-app.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';

const PREFERENCES = '/api/user/preferences';

describe('the preferences of a user', () => {
  test('preferences have their defaults until they are changed', async ({ testApp }) => {
    const user = await testApp.user();
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULT_PREFERENCES);
  });

  test('a changed preference applies in every session of the user and to no other user', async ({
    testApp,
  }) => {
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

  test('a search method counts as chosen once it is stored, also the default, and no other change chooses one', async ({
    testApp,
  }) => {
    const user = await testApp.user();
    const changed = async (body: object) => {
      const { searchMethod, searchMethodChosen } = (await user.patch(PREFERENCES, body)).body;
      return [searchMethod, searchMethodChosen];
    };
    expect(await changed({ defaultView: 'list' })).toEqual(['hybrid', false]);
    expect(await changed({ searchMethod: 'hybrid' })).toEqual(['hybrid', true]);
    expect(await changed({ defaultView: 'grid' })).toEqual(['hybrid', true]);
  });

  test('the layout of lists and the sidebar is kept, and what another version stored does not remove it', async ({
    testApp,
  }) => {
    const user = await testApp.user();
    const layout = {
      listDensity: 'compact',
      columnWidths: { owner: 200 },
      hiddenColumns: ['size'],
      sidebarWidth: 320,
      sidebarFiles: false,
    };
    expect((await user.patch(PREFERENCES, layout)).body).toEqual({ ...DEFAULT_PREFERENCES, ...layout });
    for (const invalid of [{ sidebarWidth: 9 }, { columnWidths: { name: 90 } }, { hiddenColumns: ['name'] }])
      expect((await user.patch(PREFERENCES, invalid)).status).toBe(400);
    await testApp.server.services.db
      .updateTable('user_preferences')
      .set({ preferences: JSON.stringify({ ...layout, listDensity: 'huge', later: true }) })
      .where('user_id', '=', user.id)
      .execute();
    expect((await user.get(PREFERENCES)).body).toEqual({
      ...DEFAULT_PREFERENCES,
      ...layout,
      listDensity: 'comfortable',
    });
  });

  test('a custom layout of up to 16 KB is stored as it is, and its content is not in the audit log', async ({
    testApp,
  }) => {
    const user = await testApp.user();
    const customLayout = { columns: ['name', { width: 120 }], note: 'x'.repeat(16_000), deep: null };
    const response = await user.patch(PREFERENCES, { customLayout });
    expect([response.status, response.body.customLayout]).toEqual([200, customLayout]);
    expect((await user.get(PREFERENCES)).body.customLayout).toEqual(customLayout);
    const recorded = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'user.preferences')
      .where('actor_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(recorded.details ?? '')).toEqual({ changes: { customLayout: 'changed' } });
    expect((await user.patch(PREFERENCES, { customLayout: null })).body).toEqual(DEFAULT_PREFERENCES);
  });

  test('a custom layout that is nested thousands of levels deep is refused', async ({ testApp }) => {
    const user = await testApp.user();
    const nested = `${'['.repeat(7_500)}${']'.repeat(7_500)}`;
    const response = await user.send({
      method: 'PATCH',
      url: PREFERENCES,
      headers: { 'content-type': 'application/json' },
      payload: `{"customLayout":{"a":${nested}}}`,
    });
    expect(response.status).toBe(400);
    expect(response.body.fields).toEqual({ customLayout: 'A custom layout has at most 64 levels' });
  });

  test.for([
    { defaultView: 'table' },
    { recentFilesCount: 0 },
    { recentFilesCount: 1.5 },
    { customLayout: 'wide' },
    { customLayout: { text: 'ü'.repeat(8 * 1024) } },
    { unknown: true },
  ])('%j is rejected and changes nothing', async (body, { testApp }) => {
    const user = await testApp.user();
    const response = await user.patch(PREFERENCES, body);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, Object.keys(body)]);
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULT_PREFERENCES);
  });
});
