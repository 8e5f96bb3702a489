import type { APIRequestContext } from '@playwright/test';
import type { DemoIds } from './screens.ts';

const ROOM_NAME = 'Contact sheet';
const GROUP_NAME = 'Bidders';

interface Named {
  id: number;
  name: string;
}

/** Returns ids of the demo for paths, and creates the room, group and link that it lacks. Runs as the owner. */
export async function prepareDemo(request: APIRequestContext): Promise<DemoIds> {
  const get = async (path: string) => (await request.get(path)).json();
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const folders: Named[] = await get('/api/folders?parentId=null');
  const files: (Named & { folderId: number })[] = await get('/api/files');
  const file = files.find(({ name }) => name === 'Lease Hamburg.pdf') ?? files[0];
  if (!file) throw new Error('The demo has no files.');
  const rooms: Named[] = await get('/api/rooms');
  const room: Named =
    rooms.find(({ name }) => name === ROOM_NAME) ?? (await post('/api/rooms', { name: ROOM_NAME }));
  const groups: Named[] = await get(`/api/rooms/${room.id}/groups`);
  const group: Named = groups[0] ?? (await post(`/api/rooms/${room.id}/groups`, { name: GROUP_NAME }));
  const links: Named[] = await get('/api/links');
  const link: Named =
    links[0] ??
    (await post('/api/links', {
      name: 'Corvane, first look',
      targets: [{ kind: 'folder', id: folders[0]?.id }],
      settings: {},
      maxVisits: null,
      maxVisitors: null,
      startsAt: null,
      expiresAt: null,
    }));
  return { folder: file.folderId, file: file.id, room: room.id, group: group.id, link: link.id };
}
