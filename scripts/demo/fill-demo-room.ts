import { type FetchClient, signIn } from '#server/testing/clients/fetch-client.ts';
import type { listDemoAccounts } from './demo-state.ts';
import { listDemoDocuments } from './list-demo-documents.ts';

/** What belongs to the commercial director; the rest is the technical director's. */
const DANA_FOLDERS = /^0[1239]/;

/** Fills an empty room through its own calls; answers how many documents are in it. */
export async function fillDemoRoom(
  origin: string,
  accounts: ReturnType<typeof listDemoAccounts>,
): Promise<number> {
  const admin = await signIn(origin, accounts.admin);
  for (const { part: _, ...account } of [accounts.dana, accounts.jonas, accounts.lena])
    await admin.createUser(account);
  const [dana, jonas] = [await signIn(origin, accounts.dana), await signIn(origin, accounts.jonas)];

  const folderIds = new Map<string, number>();
  let count = 0;
  for (const [path, documents] of Object.entries(await listDemoDocuments())) {
    const owner = DANA_FOLDERS.test(path) ? dana : jonas;
    const folderId = await createFolderPath(owner, path, folderIds);
    for (const document of documents) await owner.upload(document, folderId);
    count += documents.length;
  }

  for (const path of ['02 Contracts', '03 Finance'])
    await dana.addCollaborator(requireFolderId(folderIds, path), accounts.lena.email);
  await dana.inviteVisitor('buyer@polaris.example', [
    requireFolderId(folderIds, '09 Sale Process'),
    requireFolderId(folderIds, '02 Contracts'),
  ]);
  return count;
}

async function createFolderPath(
  owner: FetchClient,
  path: string,
  folderIds: Map<string, number>,
): Promise<number> {
  const known = folderIds.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf('/');
  const parentId = cut < 0 ? null : await createFolderPath(owner, path.slice(0, cut), folderIds);
  const { id } = await owner.createFolder(path.slice(cut + 1), parentId);
  folderIds.set(path, id);
  return id;
}

function requireFolderId(ids: ReadonlyMap<string, number>, path: string): number {
  const id = ids.get(path);
  if (id === undefined) throw new Error(`The example has no folder ${path}`);
  return id;
}
