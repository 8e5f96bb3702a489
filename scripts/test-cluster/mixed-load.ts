import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ClusterClient, json } from './cluster-client.ts';

const MAX_THINK_MS = 600;
const MAX_BYTES = 60_000;
/** A folder takes 100 as delivered. */
const FILES_PER_FOLDER = 100;

interface AcknowledgedFile {
  readonly sha256: string;
  readonly owner: ClusterUser;
  /** A word that no other file has. */
  readonly word: string;
}

/** Records what users sent and the servers acknowledged. */
export interface ClusterLedger {
  /** Every file whose upload was acknowledged, by its id. */
  readonly acknowledged: Map<number, AcknowledgedFile>;
  /** Files that were read with other bytes than were sent. */
  readonly damaged: Set<number>;
  /** Answers that gave somebody what they may not have. */
  readonly disclosed: string[];
  /** Requests that had to be refused, and were. */
  refused: number;
}

export const createClusterLedger = (): ClusterLedger => ({
  acknowledged: new Map(),
  damaged: new Set(),
  disclosed: [],
  refused: 0,
});

export interface ClusterUser {
  readonly client: ClusterClient;
  readonly id: number;
  readonly files: number[];
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Registers an account, whose session the client then has. */
export async function registerUser(client: ClusterClient, username: string): Promise<ClusterUser> {
  const account = { username, email: `${username}@example.test`, password: 'correct horse battery staple' };
  const { status, body, cookie } = await client.send('registration', '/api/register', {
    ...json('POST', account),
    expected: [201],
  });
  if (status !== 201 || cookie === undefined) throw new Error(`The registration failed: ${body}`);
  client.setCookie(cookie);
  return { client, id: JSON.parse(body.toString()).id, files: [] };
}

async function createFolder({ client }: ClusterUser): Promise<number | undefined> {
  const wish = json('POST', { name: `Folder ${randomBytes(4).toString('hex')}`, parentId: null });
  const { status, body } = await client.send('new folder', '/api/folders', { ...wish, expected: [201] });
  return status === 201 ? JSON.parse(body.toString()).id : undefined;
}

async function uploadFile(user: ClusterUser, folderId: number, ledger: ClusterLedger): Promise<void> {
  const words = randomBytes(1 + Math.floor(Math.random() * MAX_BYTES));
  const word = `word${randomBytes(8).toString('hex')}`;
  const content = Buffer.from(`The agreement of the heron, ${word}. ${words.toString('base64')}`);
  const form = new FormData();
  form.append('folderId', String(folderId));
  form.append('file', new Blob([content]), `${randomBytes(6).toString('hex')}.txt`);
  const { status, body } = await user.client.send('upload', '/api/files', {
    method: 'POST',
    body: form,
    expected: [201],
  });
  if (status !== 201) return;
  const { id } = JSON.parse(body.toString());
  ledger.acknowledged.set(id, { sha256: sha256(content), owner: user, word });
  user.files.push(id);
}

async function readFile(user: ClusterUser, ledger: ClusterLedger): Promise<void> {
  const id = user.files[Math.floor(Math.random() * user.files.length)];
  if (id === undefined) return;
  const { status, body } = await user.client.send('download', `/api/files/${id}/download`);
  if (status === 200 && sha256(body) !== ledger.acknowledged.get(id)?.sha256) ledger.damaged.add(id);
}

/** Asks for the file of somebody else, which must look as if it were not there. */
async function readForeignFile(user: ClusterUser, others: readonly ClusterUser[], ledger: ClusterLedger) {
  const other = others[Math.floor(Math.random() * others.length)];
  const id = other?.files[Math.floor(Math.random() * other.files.length)];
  if (id === undefined || other === user) return;
  const path = `/api/files/${id}${Math.random() < 0.5 ? '' : '/download'}`;
  const { status } = await user.client.send('forbidden file', path, { expected: [404, 200] });
  if (status === 404) ledger.refused += 1;
  if (status === 200) ledger.disclosed.push(`${path} was answered to somebody without access`);
}

/** Returns the files that a search finds; those of somebody else are disclosed. */
export async function searchFiles(
  user: ClusterUser,
  query: string,
  ledger: ClusterLedger,
): Promise<readonly number[]> {
  const { status, body } = await user.client.send('search', `/api/search?query=${encodeURIComponent(query)}`);
  if (status !== 200) return [];
  const { citations, relatedDocuments }: { [list: string]: readonly { fileId: number }[] } = JSON.parse(
    body.toString(),
  );
  const found = [...(citations ?? []), ...(relatedDocuments ?? [])].map(({ fileId }) => fileId);
  for (const id of found) {
    const { owner } = ledger.acknowledged.get(id) ?? {};
    if (owner && owner !== user)
      ledger.disclosed.push(`a search found file ${id} for somebody without access`);
  }
  return found;
}

/** Works as one user until the signal aborts. */
export async function workAsUser(
  user: ClusterUser,
  { users, ledger, signal }: { users: readonly ClusterUser[]; ledger: ClusterLedger; signal: AbortSignal },
): Promise<void> {
  let folderId: number | undefined;
  let uploads = 0;
  while (!signal.aborted) {
    await wait(Math.random() * MAX_THINK_MS);
    if (folderId === undefined || uploads >= FILES_PER_FOLDER) {
      folderId = await createFolder(user);
      uploads = 0;
      continue;
    }
    const choice = Math.random();
    if (choice < 0.25) {
      uploads += 1;
      await uploadFile(user, folderId, ledger);
    } else if (choice < 0.5) await readFile(user, ledger);
    else if (choice < 0.75) await user.client.send('list', `/api/files?folderId=${folderId}`);
    else if (choice < 0.9) await readForeignFile(user, users, ledger);
    else await searchFiles(user, 'agreement heron', ledger);
  }
}
