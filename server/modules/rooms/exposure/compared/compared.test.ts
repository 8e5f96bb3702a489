import { expect } from 'vitest';
import { storeText } from '#server/modules/search/indexing/store-text.ts';
import { findFile } from '#server/modules/search/queries.ts';
import { grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { openDrafts } from '../../testing/drafted-room.ts';

const MINUTE = 60_000;
const RENAMED = 'Names or texts of documents have changed since the check. Run it again.';
const LISTED = 'The names or test questions of the room have changed since the check. Run it again.';
const NOT_READ = '1 of 2 documents are not indexed yet. The check cannot be signed off.';

/** Stores a text of a file as its extraction does. */
async function setText(testApp: TestApp, id: number, text: string): Promise<void> {
  const { services } = testApp.server;
  const file = await findFile(services.db, id);
  if (!file) throw new Error('The file is missing');
  const blocks = [{ kind: 'paragraph' as const, text, headings: [], start: 0, end: text.length }];
  await storeText(services, file, { status: 'indexed', reason: null, blocks });
  await testApp.finishJobs();
}

/** A room whose group sees a file and a letter, with a list of names. */
async function openListedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const list = (names: string[], questions: string[] = []) =>
    putJson(owner, `/api/rooms/${root.id}/exposure-settings`, { names, questions });
  await list(['Project Falcon', 'Otter'], ['Who sold it?', 'When?']);
  const letter = await owner.file({ name: 'letter.txt', content: 'Of Heron Holding.', folderId: inner.id });
  await testApp.finishJobs();
  const start = async () => {
    const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
    await testApp.finishJobs();
    return `/api/exposure-checks/${body.id}`;
  };
  const findings = async (path: string): Promise<ExposureFinding[]> =>
    (await owner.get(`${path}/findings`)).body;
  const accept = async (path: string) => {
    for (const { id, decision } of await findings(path))
      if (decision === null)
        await owner.post(`${path}/findings/${id}`, { decision: 'accept', reason: 'Known' });
  };
  const signOff = async (path: string) => {
    const { status, body } = await owner.post(`${path}/sign-off`);
    return status === 200 ? 'signed' : `${status} ${body.error}`;
  };
  /** Runs a check whose findings are accepted. */
  const check = async () => {
    const path = await start();
    await accept(path);
    return path;
  };
  return { ...room, list, letter, start, check, findings, accept, signOff };
}

test('text that is recognized after a check is not signed off with it', async ({ testApp }) => {
  const { owner, file, start, findings, accept, signOff } = await openListedRoom(testApp);
  await setText(testApp, file.id, 'Mail ada@falcon.test.');
  // As while the second page is recognized.
  await testApp.server.services.db
    .updateTable('files')
    .set({ index_status: 'partly', ocr_state: 'waiting' })
    .where('id', '=', file.id)
    .execute();
  const path = await start();
  expect((await owner.get(path)).body).toMatchObject({ state: 'waiting', notIndexed: 1 });
  testApp.advanceClock(30 * MINUTE);
  await testApp.finishJobs();
  expect((await owner.get(path)).body).toMatchObject({ state: 'done', notIndexed: 1 });
  const texts = async () => (await findings(path)).map(({ text }) => text?.found);
  expect(await texts()).toEqual(['ada@falcon.test']);
  await accept(path);
  expect(await signOff(path)).toBe(`409 ${NOT_READ}`);
  await setText(testApp, file.id, 'Page 1. Mail ada@falcon.test. Page 2. Mail bob@falcon.test.');
  expect(await signOff(path)).toBe(`409 ${RENAMED}`);
  // The place of a finding is one in the text that was compared.
  expect(await texts()).toEqual([undefined]);
  const again = await start();
  expect((await findings(again)).map(({ text }) => text?.found)).toEqual([
    'ada@falcon.test',
    'bob@falcon.test',
  ]);
  await accept(again);
  expect(await signOff(again)).toBe('signed');
});

test('content that was withheld during a check is not signed off with it, and what nobody opens is', async ({
  testApp,
}) => {
  const { letter, start, check, accept, signOff } = await openListedRoom(testApp);
  const { db } = testApp.server.services;
  const row = await findFile(db, letter.id);
  const setState = (scan_state: 'scanning' | 'infected' | 'clean') =>
    db
      .updateTable('blobs')
      .set({ scan_state })
      .where('key', '=', row?.blob_key ?? '')
      .execute();
  await setState('scanning');
  const path = await start();
  await setState('clean');
  await accept(path);
  expect(await signOff(path)).toBe(`409 ${RENAMED}`);
  const again = await check();
  await setState('infected');
  expect(await signOff(again)).toBe('signed');
  const last = await check();
  expect(await signOff(last)).toBe('signed');
});

test('a file that is renamed after a check is not signed off with it', async ({ testApp }) => {
  const { owner, letter, check, findings, signOff } = await openListedRoom(testApp);
  const path = await check();
  const rename = (name: string) => owner.patch(`/api/files/${letter.id}`, { name });
  expect((await rename('Offer for Project Falcon.txt')).status).toBe(200);
  expect(await signOff(path)).toBe(`409 ${RENAMED}`);
  await rename('letter.txt');
  expect(await signOff(path)).toBe('signed');
  await rename('Offer for Project Falcon.txt');
  const again = await check();
  expect((await findings(again)).map(({ text }) => text?.found)).toEqual(['Offer for Project Falcon.txt']);
  await rename('Letter of Otter.txt');
  // A finding in a name is shown as it was compared.
  expect((await findings(again)).map(({ text, fileName }) => [text?.found, fileName])).toEqual([
    ['Offer for Project Falcon.txt', 'Letter of Otter.txt'],
  ]);
});

test('a check is not signed off with other names or questions than it used', async ({ testApp }) => {
  const { list, check, signOff } = await openListedRoom(testApp);
  const path = await check();
  await list(['Project Falcon', 'Otter', 'Heron Holding'], ['Who sold it?', 'When?']);
  expect(await signOff(path)).toBe(`409 ${LISTED}`);
  await list(['Project Falcon', 'Otter'], ['Who sold it?', 'When?', 'Why?']);
  expect(await signOff(path)).toBe(`409 ${LISTED}`);
  // The same ones in another order or case are no others.
  await list(['OTTER', 'project falcon'], ['When?', 'Who sold it?']);
  expect(await signOff(path)).toBe('signed');
});

test('a check of selected drafts is out of date with other names, questions or texts', async ({
  testApp,
}) => {
  const { owner, root, one, check, findingsOf } = await openDrafts(testApp);
  const path = await check({ fileIds: [one.id] });
  for (const { id } of await findingsOf(path))
    await owner.post(`${path}/findings/${id}`, { decision: 'accept', reason: 'Known' });
  const state = async () => [
    (await owner.get(path)).body.isOutOfDate,
    (await owner.post(`${path}/sign-off`)).body.error,
  ];
  const list = (names: string[]) =>
    putJson(owner, `/api/rooms/${root.id}/exposure-settings`, { names, questions: [] });
  await list(['Otter']);
  expect(await state()).toEqual([true, LISTED]);
  await list([]);
  expect((await owner.get(path)).body.isOutOfDate).toBe(false);
  await setText(testApp, one.id, 'Mail other@falcon.test.');
  expect(await state()).toEqual([true, RENAMED]);
});
