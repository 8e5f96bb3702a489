import { type FetchClient, signIn } from '#server/testing/clients/fetch-client.ts';
import type { DocumentSet } from '#server/testing/sample-documents/sample-documents.ts';
import { listBusinessDocuments } from './business-documents.ts';
import { listContractDocuments } from './contract-documents.ts';
import { listCorporateDocuments } from './corporate-documents.ts';
import type { listDemoAccounts } from './demo-state.ts';
import { listFinanceDocuments } from './finance-documents.ts';

/** Returns the documents of Northwind Bearings, a fictitious company for sale; the same in every run. */
export async function listDemoDocuments(): Promise<DocumentSet> {
  return {
    ...(await listCorporateDocuments()),
    ...(await listContractDocuments()),
    ...(await listFinanceDocuments()),
    ...(await listBusinessDocuments()),
  };
}

/** Folders of the commercial director; the others belong to the technical director. */
const DANA_FOLDERS = /^0[1239]/;

/** Creates accounts, folders and documents through the API; returns the number of documents. */
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
  const slash = path.lastIndexOf('/');
  const parentId = slash < 0 ? null : await createFolderPath(owner, path.slice(0, slash), folderIds);
  const { id } = await owner.createFolder(path.slice(slash + 1), parentId);
  folderIds.set(path, id);
  return id;
}

function requireFolderId(ids: ReadonlyMap<string, number>, path: string): number {
  const id = ids.get(path);
  if (id === undefined) throw new Error(`The demo has no folder ${path}`);
  return id;
}
