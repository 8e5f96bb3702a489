import type { APIRequestContext } from '@playwright/test';
import type { DemoIds } from './screens.ts';

interface Named {
  url?: string;
  status?: string;
  id: number;
  name: string;
}

/** Returns ids of the demo for paths, and creates the link that it lacks. Runs as the owner. */
export async function prepareDemo(request: APIRequestContext): Promise<DemoIds> {
  const get = async (path: string) => (await request.get(path)).json();
  const post = async (path: string, data: object) => {
    const response = await request.post(path, { data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const folders: Named[] = await get('/api/folders?parentId=null');
  const files: (Named & { folderId: number; version?: number })[] = await get('/api/files');
  const file = files.find(({ name }) => name === 'Lease Hamburg.pdf') ?? files[0];
  if (!file) throw new Error('The demo has no files.');
  const [room]: Named[] = await get('/api/rooms');
  const [group]: Named[] = room ? await get(`/api/rooms/${room.id}/groups`) : [];
  if (!room || !group) throw new Error('The demo has no room with a group.');
  const links: Named[] = await get('/api/links');
  const link: Named =
    links.find(({ status }) => status === 'active') ??
    (await post('/api/links', {
      name: 'Corvane, first look',
      targets: [{ kind: 'folder', id: folders[0]?.id }],
      settings: {},
      maxVisits: null,
      maxVisitors: null,
      startsAt: null,
      expiresAt: null,
    }));
  return {
    folder: file.folderId,
    file: file.id,
    room: room.id,
    group: group.id,
    revised: files.find(({ version = 1 }) => version > 1)?.id ?? file.id,
    link: link.id,
    access: new URL(link.url ?? '/').pathname,
  };
}
