import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { sendDigests } from './send-digests.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

const test = testWith({ config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'room@example.test' } } });

/** Inserts readers who follow a folder; each sees one of its two inner folders. */
async function insertReaders(testApp: TestApp, rootId: number, innerIds: readonly number[], count: number) {
  const { services } = testApp.server;
  const { db, now } = services;
  const prefix = crypto.randomUUID();
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, nth) => {
        const name = `${prefix}-${nth}`;
        const email = `${name}@example.test`;
        const account = { username: name, username_key: name, email, email_key: email };
        const base = { password_hash: '', is_admin: 0 as const, created_at: now() };
        return { ...account, ...base, email_verified_at: now() };
      }),
    )
    .returning('id')
    .execute();
  const wishes = { email_notifications: 1, folder_access: 0, file_shared: 0 } as const;
  await db
    .insertInto('notification_preferences')
    .values(users.map(({ id }) => ({ user_id: id, ...wishes })))
    .execute();
  const folderOf = (nth: number) => innerIds[nth % innerIds.length] ?? 0;
  await db
    .insertInto('collaborators')
    .values(users.map(({ id }, nth) => ({ folder_id: folderOf(nth), user_id: id, created_at: now() })))
    .execute();
  await db
    .insertInto('follows')
    .values(
      users.map(({ id }, nth) => ({
        reader_kind: 'user' as const,
        reader_id: id,
        kind: 'folder' as const,
        target_id: folderOf(nth),
        created_at: now(),
      })),
    )
    .execute();
  const settings = await db
    .insertInto('digest_settings')
    .values(
      users.map(({ id }) => ({
        reader_kind: 'user' as const,
        reader_id: id,
        root_folder_id: rootId,
        frequency: 'daily' as const,
        hour: 8,
        time_zone: 'Europe/Berlin',
        ...createUnsubscribeToken(services),
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('digests_due')
    .values(settings.map(({ id }) => ({ setting_id: id, due_at: now(), from_position: 0, from_at: 0 })))
    .execute();
  return {
    subjects: async (): Promise<[string, string][]> => {
      const rows = db
        .selectFrom('outbox_messages')
        .select(['to_address', 'subject'])
        .where('to_address', 'like', `${prefix}%`);
      return (await rows.execute()).map(({ to_address, subject }) => [to_address, subject]);
    },
    addressOf: (nth: number) => `${prefix}-${nth}@example.test`,
  };
}

/** Has changes in two folders mailed to readers, by two processes of which one is interrupted. */
async function mailReaders(testApp: TestApp, { readers, changes }: { readers: number; changes: number }) {
  const owner = await testApp.user();
  const root = await owner.folder('Deal');
  const inner = [await owner.folder('A', root.id), await owner.folder('B', root.id)];
  const fileIds: number[] = [];
  for (const { id } of inner) fileIds.push((await owner.file({ folderId: id })).id);
  const { db, now } = testApp.server.services;
  await db.deleteFrom('changes').where('root_folder_id', '=', root.id).execute();
  // A quarter of the changes is in the first folder.
  const rows = Array.from({ length: changes }, (_, nth) => ({
    root_folder_id: root.id,
    kind: 'renamed' as const,
    entry_kind: 'file' as const,
    entry_id: fileIds[nth % 4 === 0 ? 0 : 1] ?? 0,
    from_value: 'a',
    to_value: 'b',
    changed_at: now(),
    author_id: owner.id,
    reader_user_id: null,
    reader_group_id: null,
  }));
  await db.insertInto('changes').values(rows).execute();
  const innerIds = inner.map(({ id }) => id);
  const { subjects, addressOf } = await insertReaders(testApp, root.id, innerIds, readers);
  const ctx = systemContext(testApp.server.services);
  const dying = new AbortController();
  const interrupted = sendDigests(ctx, dying.signal).catch(() => {});
  setImmediate(() => dying.abort());
  await Promise.all([interrupted, sendDigests(ctx, new AbortController().signal)]);
  await sendDigests(ctx, new AbortController().signal);
  const counts = [changes / 4, (changes * 3) / 4];
  const folders = ['A', 'B'];
  const expected = Array.from({ length: readers }, (_, nth): [string, string] => [
    addressOf(nth),
    `${counts[nth % 2]} changes in “${folders[nth % 2]}”`,
  ]);
  expect((await subjects()).toSorted()).toEqual(expected.toSorted());
}

test('each of several readers gets one mail with the changes that they see', ({ testApp }) =>
  mailReaders(testApp, { readers: 30, changes: 40 }));

test(
  'a day of 1,000 changes for 100 readers is 100 mails with exactly their changes',
  {
    tags: ['full'],
    timeout: 60_000,
  },
  ({ testApp }) => mailReaders(testApp, { readers: 100, changes: 1_000 }),
);
