import { describe, expect } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { mustSetUpFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { openTestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { setSettings } from './queries.ts';
import { readSignInSettings } from './sign-in-settings.ts';

const URL = '/api/admin/system-settings';
const PUBLIC = '/api/system-settings/public';
const DEFAULTS = {
  enableAISearch: true,
  maxUploadSizeMB: 25,
  allowPublicSharing: false,
  enableAuditLog: true,
  maintenanceMode: false,
  autoDeleteInvitations: true,
  invitationExpiryDays: 7,
  maxFilesPerFolder: 100,
  watermarkDownloads: false,
  registration: 'open',
  userQuotaMB: 51_200,
  userQuotaFiles: 200_000,
  userQuotaFolders: 20_000,
  totalQuotaMB: 0,
  totalQuotaFiles: 0,
  totalQuotaFolders: 0,
};

describe('system settings', () => {
  test('the settings begin with the specified values, and each can be changed', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.get(URL)).body).toEqual(DEFAULTS);
    const changes = { allowPublicSharing: true, invitationExpiryDays: 30 };
    expect((await admin.patch(URL, changes)).body).toEqual({ ...DEFAULTS, ...changes });
    expect((await admin.get(URL)).body).toEqual({ ...DEFAULTS, ...changes });
    const back = { allowPublicSharing: false, invitationExpiryDays: 7 };
    expect((await admin.patch(URL, back)).body).toEqual(DEFAULTS);
  });

  test('the settings are for administrators', async ({ testApp }) => {
    const user = await testApp.user();
    expect((await user.get(URL)).status).toBe(403);
    expect((await user.patch(URL, { maintenanceMode: true })).status).toBe(403);
    expect((await testApp.anonymous.get(PUBLIC)).body.maintenanceMode).toBe(false);
  });

  test.for([
    ['maxUploadSizeMB', [0, 101, 1.5, '25', null]],
    ['invitationExpiryDays', [0, 91]],
    ['maxFilesPerFolder', [9, 1001]],
    ['maintenanceMode', ['true', 1]],
    ['maxUploadSizeMb', [25]],
    ['__proto__x', [1]],
  ] as const)('%s is refused as %j', async ([name, values], { testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    for (const value of values) {
      const { status, body } = await admin.patch(URL, { enableAuditLog: false, [name]: value });
      expect([value, status, Object.keys(body.fields)]).toEqual([value, 400, [name]]);
    }
    expect((await admin.get(URL)).body).toEqual(DEFAULTS);
  });

  test('concurrent changes of settings are all kept', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const changes = { maxFilesPerFolder: 50, maxUploadSizeMB: 5, autoDeleteInvitations: false };
    await Promise.all(Object.entries(changes).map(([name, value]) => admin.patch(URL, { [name]: value })));
    expect((await admin.get(URL)).body).toEqual({ ...DEFAULTS, ...changes });
    await admin.patch(URL, DEFAULTS);
  });

  test('a changed setting applies immediately in another process on the same database', async ({
    testApp,
  }) => {
    const { services } = testApp.server;
    const opened = { ...services, isOnlyProcess: false, close: async () => {} };
    const second = await createApp(opened, { webDirectory: testApp.dataDir });
    const elsewhere = createTestClient(second.http);
    const admin = await testApp.user({ isAdmin: true });
    expect((await elsewhere.get(PUBLIC)).body.maxFilesPerFolder).toBe(100);
    await admin.patch(URL, { maxFilesPerFolder: 77 });
    expect((await elsewhere.get(PUBLIC)).body.maxFilesPerFolder).toBe(77);
    await admin.patch(URL, DEFAULTS);
    await second.http.close();
  });

  test('unknown settings and values of another version do not affect the others', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    await admin.patch(URL, { maxFilesPerFolder: 40, invitationExpiryDays: 3 });
    const { db } = testApp.server.services;
    await db.insertInto('system_settings').values({ name: 'aSettingToCome', value: '{"of":[1]}' }).execute();
    const stored = db.updateTable('system_settings').set({ value: '"soon"' });
    await stored.where('name', '=', 'invitationExpiryDays').execute();
    expect((await admin.get(URL)).body).toEqual({ ...DEFAULTS, maxFilesPerFolder: 40 });
    await admin.patch(URL, DEFAULTS);
  });

  test('values of another version do not affect the other settings of sign-in and evidence', async () => {
    const testApp = await openTestApp();
    const admin = await testApp.user({ isAdmin: true });
    await admin.patch('/api/admin/sign-in-settings', { companyName: 'Acme', companyDomains: ['acme.test'] });
    const later = [
      { name: 'companyDomains', value: '{"acme.test":"staff"}' },
      { name: 'anchorMailTo', value: '{"to":[]}' },
      { name: 'anchorInDigests', value: 'true' },
    ];
    await setSettings(testApp.server.services.db, later);
    expect(await admin.get('/api/admin/sign-in-settings')).toMatchObject({
      status: 200,
      body: { companyName: 'Acme', companyDomains: [] },
    });
    expect(await admin.get('/api/admin/anchors')).toMatchObject({
      status: 200,
      body: { settings: { anchorMailTo: [], anchorInDigests: true } },
    });
    // A rule that cannot be read does not end.
    const { services } = testApp.server;
    await setSettings(services.db, [
      { name: 'requireSecondFactor', value: '"operators"' },
      { name: 'requireReauthentication', value: '"always"' },
    ]);
    expect(await readSignInSettings(services)).toMatchObject({
      requireSecondFactor: 'everybody',
      requireReauthentication: true,
    });
    expect(await mustSetUpFactor(services, admin.id)).toBe(true);
    await testApp.close();
  });

  test("the maximum upload size is limited by the operator's ceiling", async () => {
    const testApp = await openTestApp({ config: { uploadCeilingMb: 200, passwordMinLength: 12 } });
    const admin = await testApp.user({ isAdmin: true });
    expect((await admin.patch(URL, { maxUploadSizeMB: 200 })).body.maxUploadSizeMB).toBe(200);
    const { status, body } = await admin.patch(URL, { maxUploadSizeMB: 201 });
    expect([status, body.fields.maxUploadSizeMB]).toEqual([400, expect.stringContaining('200 MB')]);
    expect((await testApp.anonymous.get(PUBLIC)).body).toEqual({
      enableAISearch: true,
      maxUploadSizeMB: 200,
      uploadCeilingMB: 200,
      maxFilesPerFolder: 100,
      maintenanceMode: false,
      allowPublicSharing: false,
      registration: 'open',
      invitationExpiryDays: 7,
      passwordMinLength: 12,
      passwordMinLengthAtAuth: 12,
      emailConfigured: false,
      onlineOfficeViewer: false,
      answersWritten: false,
      passkeyOrigin: 'http://localhost:3000',
      passkeySignIn: false,
      companySignIn: null,
      brand: {
        name: null,
        logoUrls: { light: null, dark: null },
        iconUrl: null,
        accentColor: null,
        footer: null,
        welcomeText: null,
      },
    });
    await testApp.close();
  });
});

describe('maintenance mode', () => {
  test('maintenance mode admits only administrators, apart from sign-in and sign-out', async () => {
    const testApp = await openTestApp({ maxConnections: 10 });
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    const folder = await user.folder();
    const visitor = await testApp.visitor({ inviter: user, folderIds: [folder.id] });
    const account = { username: 'Newcomer', email: 'newcomer@example.test', password: PASSWORD };
    await admin.patch(URL, { maintenanceMode: true });

    for (const client of [user, visitor, testApp.anonymous]) {
      const { status, body } = await client.get(`/api/folders/${folder.id}`);
      const error = 'Muniment is under maintenance. Come back later.';
      expect([status, body]).toEqual([503, { code: 'unavailable', error }]);
    }
    expect((await testApp.anonymous.post('/api/register', account)).status).toBe(503);
    expect((await user.form('/api/files', [])).status).toBe(503);
    expect((await admin.get(`/api/folders/${folder.id}`)).status).toBe(200);
    expect((await testApp.anonymous.get(PUBLIC)).body.maintenanceMode).toBe(true);
    const browser = createTestClient(testApp.server.http);
    const { status } = await browser.post('/api/login', { username: admin.username, password: PASSWORD });
    expect([status, (await browser.get('/api/user')).status]).toEqual([200, 200]);
    expect((await browser.post('/api/logout')).status).toBe(200);

    await admin.patch(URL, { maintenanceMode: false });
    for (const client of [user, visitor])
      expect((await client.get(`/api/folders/${folder.id}`)).status).toBe(200);
    expect((await testApp.anonymous.post('/api/register', account)).status).toBe(201);
    await testApp.close();
  });
});
