import { expect } from 'vitest';
import { grant, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { HOUR } from './strict-room.ts';

/** The content of a file in which an address with its name is found. */
export const mail = (name: string) => ({ name: `${name}.txt`, content: `Mail ${name}@falcon.test.` });

/** A room whose group sees a folder with a file; two files and a folder with a third are drafts, and another folder is hidden. */
export async function openDrafts(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  await owner.patch(url, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const seen = await owner.file({ ...mail('seen'), folderId: inner.id });
  const board = await owner.folder('Board', root.id);
  const secret = await owner.file({ ...mail('secret'), folderId: board.id });
  await owner.patch(url, { settings: { draftUploads: true } });
  const one = await owner.file({ ...mail('one'), folderId: inner.id });
  const two = await owner.file({ ...mail('two'), folderId: inner.id });
  const folder = await owner.folder('New', inner.id);
  const inside = await owner.file({ ...mail('inside'), folderId: folder.id });
  await testApp.finishJobs();
  const checks = `/api/groups/${group.id}/exposure-checks`;
  const draftsOf = async () => (await owner.get(`${url}/drafts`)).body;
  const start = (selection: object, more: object = {}, client = owner) =>
    client.post(checks, { selection, ...more });
  const check = async (selection: object | undefined, more: object = {}) => {
    const answer = await owner.post(checks, { ...(selection && { selection }), ...more });
    expect([answer.status, answer.body.error]).toEqual([202, undefined]);
    await testApp.finishJobs();
    return `/api/exposure-checks/${answer.body.id}`;
  };
  const findingsOf = async (path: string): Promise<ExposureFinding[]> =>
    (await owner.get(`${path}/findings`)).body;
  /** Lists what was found by which draft. */
  const found = async (path: string) =>
    (await findingsOf(path))
      .map(({ text, draft }) => `${text?.found.split('@')[0]} ${draft?.kind} ${draft?.name}`)
      .toSorted();
  const lastChange = async () => (await draftsOf()).changes.at(-1).id;
  const levelLater = async (to: { id: number; parentId: number | null }, groupId: number) => {
    const { version } = await rowOf(owner, root.id, to.parentId ?? 0, to.id);
    const cell = { kind: 'folder', id: to.id, groupId, level: 'view', version };
    expect((await owner.patch(`${url}/permissions`, { cells: [cell], draft: true })).status).toBe(200);
    return lastChange();
  };
  /** Publishes some drafts in an hour. */
  const schedule = async (selection: object) => {
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    const { status, body } = await owner.post(`${url}/publications`, { at, selection });
    expect([status, body.error]).toEqual([201, undefined]);
    return body;
  };
  const all = { ...room, url, checks, seen, board, secret, one, two, folder, inside };
  return { ...all, draftsOf, start, check, findingsOf, found, lastChange, levelLater, schedule };
}
