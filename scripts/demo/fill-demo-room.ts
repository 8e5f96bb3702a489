import type { accountsOf } from './demo-state.ts';
import { type RoomClient, signIn } from '#server/testing/clients/fetch-client.ts';
import { listRoomContent } from './list-demo-documents.ts';

/** What belongs to the commercial director; the rest is the technical director's. */
const DANAS = /^0[1239]/;

/** Fills an empty room through its own calls; answers how many documents are in it. */
export async function fillRoom(origin: string, accounts: ReturnType<typeof accountsOf>): Promise<number> {
  const admin = await signIn(origin, accounts.admin);
  for (const { part: _, ...account } of [accounts.dana, accounts.jonas, accounts.lena])
    await admin.makeUser(account);
  const [dana, jonas] = [await signIn(origin, accounts.dana), await signIn(origin, accounts.jonas)];

  const folderIds = new Map<string, number>();
  let count = 0;
  for (const [path, documents] of Object.entries(await listRoomContent())) {
    const owner = DANAS.test(path) ? dana : jonas;
    const folderId = await makePath(owner, path, folderIds);
    for (const document of documents) await owner.upload(document, folderId);
    count += documents.length;
  }

  for (const path of ['02 Contracts', '03 Finance'])
    await dana.addCollaborator(idOf(folderIds, path), accounts.lena.email);
  await dana.inviteVisitor('buyer@polaris.example', [
    idOf(folderIds, '09 Sale Process'),
    idOf(folderIds, '02 Contracts'),
  ]);
  return count;
}

async function makePath(owner: RoomClient, path: string, folderIds: Map<string, number>): Promise<number> {
  const known = folderIds.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf('/');
  const parentId = cut < 0 ? null : await makePath(owner, path.slice(0, cut), folderIds);
  const { id } = await owner.makeFolder(path.slice(cut + 1), parentId);
  folderIds.set(path, id);
  return id;
}

function idOf(ids: ReadonlyMap<string, number>, path: string): number {
  const id = ids.get(path);
  if (id === undefined) throw new Error(`The example has no folder ${path}`);
  return id;
}
