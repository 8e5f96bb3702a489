import type { APIRequestContext } from '@playwright/test';
import type { DemoIds } from '../screens/screen.ts';
import { addLinks } from './add-links.ts';
import { addPrograms } from './add-programs.ts';
import { createDemoRequest, type Named } from './demo-request.ts';
import { fillRoom, findMemberAccess } from './fill-room.ts';

/** `publishedAt` is null for a draft. */
type DemoFile = Named & { folderId: number | null; publishedAt?: string | null };

/** Adds what the demo lacks for the screens, and returns its ids. */
export async function prepareDemo(
  ownerRequest: APIRequestContext,
  administratorRequest: APIRequestContext,
): Promise<DemoIds> {
  const owner = createDemoRequest(ownerRequest);
  const files = await owner.get<DemoFile[]>('/api/files');
  const find = (name: string): DemoFile => {
    const found = files.find((file) => file.name === name);
    if (found?.folderId == null) throw new Error(`The demo has no ${name}.`);
    return found;
  };
  const lease = find('Lease Hamburg.pdf');
  const rooms = await Promise.all(
    (await owner.get('/api/rooms')).map(async ({ id, name }) => {
      const [group] = await owner.get(`/api/rooms/${id}/groups`);
      const folders = await owner.get(`/api/folders?parentId=${id}`);
      return { id, name, group: group?.id ?? 0, folders };
    }),
  );
  const [room, checked] = rooms.filter(({ group }) => group !== 0);
  if (!room || !checked) throw new Error('The demo has fewer than two rooms with groups.');
  // A member of the group opens it too.
  const inRoom = files.find(
    ({ folderId, publishedAt }) => publishedAt !== null && room.folders.some(({ id }) => id === folderId),
  );
  if (inRoom?.folderId == null) throw new Error('The room of the demo has no files.');
  await fillRoom(owner, createDemoRequest(administratorRequest), {
    room: room.id,
    folder: inRoom.folderId,
    group: room.group,
  });
  await addPrograms(owner, room.id);
  // Its administrators ask for emergency access, which the first room has been opened with.
  await owner.send('PATCH', `/api/rooms/${checked.id}`, { settings: { administratorsCanRead: false } });
  if ((await owner.get('/api/trash')).length === 0) {
    const { id } = await owner.send('POST', '/api/folders', { name: 'Old Drafts', parentId: null });
    await ownerRequest.delete(`/api/folders/${id}`);
  }
  const folder = lease.folderId ?? 0;
  const revised = find('Discount Rules.md');
  await addVersion(ownerRequest, revised);
  return {
    folder,
    file: lease.id,
    sheet: files.find(({ name }) => name.endsWith('.xlsx'))?.id ?? lease.id,
    revised: revised.id,
    room: room.id,
    group: room.group,
    roomFolder: inRoom.folderId,
    roomFile: inRoom.id,
    checkedRoom: checked.id,
    checkedGroup: checked.group,
    memberAccess: await findMemberAccess(owner, room.group),
    ...(await addLinks(owner, { folder, file: lease.id, terms: lease.id })),
  };
}

/** Adds a version with another price, unless there is one. */
async function addVersion(request: APIRequestContext, { id, name, version = 1 }: DemoFile): Promise<void> {
  if (Number(version) > 1) return;
  const current = await (await request.get(`/api/files/${id}/download`)).text();
  const buffer = Buffer.from(`${current.replace(/\d%/, '7%')}\nThe discounts of Schedule 2 stay.\n`);
  const response = await request.post(`/api/files/${id}/versions`, {
    multipart: { file: { name, mimeType: 'text/markdown', buffer } },
  });
  if (!response.ok()) throw new Error(`The new version: ${await response.text()}`);
}
