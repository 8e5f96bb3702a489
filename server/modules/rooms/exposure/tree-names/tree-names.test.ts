import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';

const SETTINGS = { names: ['Falcon Holding', 'Otter'], questions: [] };

/** A room whose group sees a folder below a hidden one, a file in another hidden one, and nothing of a third. */
async function openNamedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await owner.patch(`/api/rooms/${root.id}`, {
    name: 'Sale of Falcon-Holding',
    settings: { draftUploads: false },
  });
  const above = await owner.folder('Otter and others', root.id);
  const seen = await owner.folder('Offer of Corvane', above.id);
  const around = await owner.folder('For OTTER only', inner.id);
  const { id: fileId } = await owner.file({ name: 'plan.txt', content: 'A plan.', folderId: around.id });
  const hidden = await owner.folder('Otter, hidden', inner.id);
  const inbox = await owner.folder('To Otter', inner.id);
  await owner.folder('Otter below', hidden.id);
  await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Corvane' });
  await grant(owner, root.id, { folder: seen, group, level: 'view' });
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${around.id}`)).body;
  const { version } = rows.find(({ kind }: { kind: string }) => kind === 'file');
  const cell = { kind: 'file', id: fileId, groupId: group.id, level: 'view', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  await owner.post(`/api/folders/${seen.id}/placeholders`, { name: 'Letter of Otter' });
  const { version: first } = await rowOf(owner, root.id, inner.id, inbox.id);
  const upload = {
    kind: 'folder',
    id: inbox.id,
    groupId: group.id,
    level: 'none',
    mayAdd: true,
    version: first,
  };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [upload] })).status).toBe(200);
  await putJson(owner, `/api/rooms/${root.id}/exposure-settings`, SETTINGS);
  await testApp.finishJobs();
  const check = async () => {
    const { body } = await owner.post(`/api/groups/${group.id}/exposure-checks`, {});
    await testApp.finishJobs();
    return `/api/exposure-checks/${body.id}`;
  };
  return { ...room, above, seen, around, hidden, inbox, check };
}

const findingsOf = async (client: TestClient, path: string): Promise<ExposureFinding[]> =>
  (await client.get(`${path}/findings`)).body;

const brief = (findings: readonly ExposureFinding[]) =>
  findings.map(({ folderId, text }) => [folderId, `${text?.before}<${text?.found}>${text?.after}`]);

test('names of folders and placeholders that a group reads are findings, bare names above what it sees included, and no others', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, above, seen, around, inbox, check } = await openNamedRoom(testApp);
  const path = await check();
  const findings = await findingsOf(owner, path);
  expect(brief(findings)).toEqual([
    [root.id, 'Sale of <Falcon-Holding>'],
    [above.id, '<Otter> and others'],
    // The name of another group, which nobody has to list.
    [seen.id, 'Offer of <Corvane>'],
    [around.id, 'For <OTTER> only'],
    // Members send files to it without seeing it.
    [inbox.id, 'To <Otter>'],
    [seen.id, 'Letter of <Otter>'],
  ]);
  expect(new Set(findings.map(({ fileId, fileName }) => `${fileId} ${fileName}`))).toEqual(
    new Set(['null null']),
  );
  expect((await owner.get(path)).body).toMatchObject({
    documents: 1,
    findings: 6,
    undecided: 6,
    kinds: [
      { kind: 'folder-name', findings: 5, undecided: 5 },
      { kind: 'placeholder-name', findings: 1, undecided: 1 },
    ],
  });
  const csv = String((await owner.get(`${path}/export`)).bytes);
  expect(csv).toContain('folder-name,,,,Falcon-Holding,"Sale of ",,,no,,,,,Sale of Falcon-Holding,\r\n');
  // Members call the room by its code name.
  await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Heron' });
  expect(brief(await findingsOf(owner, await check())).map(([id]) => id)).toEqual([
    above.id,
    seen.id,
    around.id,
    inbox.id,
    seen.id,
  ]);
});

test('a check is signed off once the names of folders are decided, as the group reads them at that moment', async ({
  testApp,
}) => {
  const { owner, root, above, seen, hidden, group, check } = await openNamedRoom(testApp);
  const path = await check();
  const signOff = async (of: string) => {
    const { status, body } = await owner.post(`${of}/sign-off`);
    return [status, body.error ?? 'signed'];
  };
  const CHANGED =
    'The names of folders or placeholders that this group reads have changed since the check. Run it again.';
  expect(await signOff(path)).toEqual([409, '6 findings are not decided yet.']);
  const accept = async (of: string) => {
    const reason = { decision: 'accept', reason: 'Known', alsoSame: true };
    for (const { id, decision } of await findingsOf(owner, of))
      if (decision === null) await owner.post(`${of}/findings/${id}`, reason);
  };
  await accept(path);
  expect((await owner.get(path)).body.undecided).toBe(0);
  // Another name, and another folder that the group reads: neither was decided.
  await owner.patch(`/api/folders/${above.id}`, { name: 'Falcon Holding and Otter' });
  expect(await signOff(path)).toEqual([409, CHANGED]);
  await owner.patch(`/api/folders/${above.id}`, { name: 'Otter and others' });
  await grant(owner, root.id, { folder: hidden, group, level: 'view' });
  expect(await signOff(path)).toEqual([409, CHANGED]);
  const again = await check();
  const open = (await findingsOf(owner, again)).filter(({ decision }) => decision === null);
  expect(brief(open).map(([, name]) => name)).toEqual(['<Otter>, hidden', '<Otter> below']);
  await accept(again);
  // What the group does not read any more needs no decision.
  await owner.patch(`/api/folders/${seen.id}`, { name: 'Offer' });
  // Another placeholder of the same name needs one of its own.
  await owner.post(`/api/folders/${seen.id}/placeholders`, { name: 'Letter of Otter' });
  expect(await signOff(again)).toEqual([409, CHANGED]);
  const last = await check();
  await accept(last);
  expect(await signOff(last)).toEqual([200, 'signed']);
});
