import { expect } from 'vitest';
import type { TestApp } from '#server/testing/test-app.ts';

export type Client = Awaited<ReturnType<TestApp['user']>>;

export const ERASE = '/api/admin/subjects/erase';

/** Erases a person as an administrator does: with the hash of a preview. */
export async function erase(admin: Client, email: string, statements: 'keep' | 'delete' = 'delete') {
  const preview = await admin.post(ERASE, { email, preview: true });
  expect(preview.status).toBe(200);
  return admin.post(ERASE, { email, confirm: preview.body.hash, statements, reason: 'Contract' });
}

/** Reads the settings of a link as they are stored. */
export const findLinkSettings = async ({ server }: TestApp, id: number): Promise<{ allowed: string[] }> => {
  const { settings } = await server.services.db
    .selectFrom('links')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(settings);
};

/** Creates a link whose list has these entries, as if mail had been set up, which the list needs. */
export async function linkWith(testApp: TestApp, admin: Client, allowed: readonly string[]): Promise<number> {
  const folder = await admin.folder();
  const targets = [{ kind: 'folder', id: folder.id }];
  const { id } = (await admin.post('/api/links', { targets, name: 'L' })).body;
  const settings = JSON.stringify({ ...(await findLinkSettings(testApp, id)), allowed });
  const { db } = testApp.server.services;
  await db.updateTable('links').set({ settings }).where('id', '=', id).execute();
  return id;
}

/** Lets a person leave traces: an account with content, a link, an invitation, receipts, memberships, mails. */
export async function leaveTraces(
  testApp: TestApp,
  admin: Client,
): Promise<{ person: Client; fileId: number }> {
  const person = await testApp.user();
  await person.patch('/api/user/profile', { firstName: 'Dorothea', lastName: 'Quillfeather' });
  const folder = await person.folder('Accounts');
  const file = await person.file({ folderId: folder.id });
  await person.post('/api/receipts');
  const shared = await admin.folder('Shared');
  await admin.post('/api/invitations', {
    email: person.email,
    folderIds: [shared.id],
    role: 'visitor',
    allFolders: false,
  });
  const visitor = await testApp.visitor({ inviter: admin, folderIds: [shared.id], email: person.email });
  await visitor.post('/api/receipts');
  await linkWith(testApp, admin, [person.email]);
  await testApp.anonymous.post('/api/login', { username: person.email, password: 'wrong password' });
  const sum = {
    room_id: shared.id,
    day: '2026-11-01',
    file_id: file.id,
    group_id: 0,
    user_id: 0,
    link_id: 0,
  };
  const figures = { is_automated: 0 as const, views: 2, visits: 1, pages: 3, ms: 4, downloads: 1 };
  await testApp.server.services.db
    .insertInto('analytics_daily')
    .values(
      [person.email, person.email.toUpperCase()].map((viewer_email) => ({
        ...sum,
        ...figures,
        viewer_email,
      })),
    )
    .execute();
  await testApp.finishJobs();
  return { person, fileId: file.id };
}
