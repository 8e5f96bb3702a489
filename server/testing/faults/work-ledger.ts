import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import type { Trashed } from '#shared/contracts/trash.ts';

/** A server with the cookie of its first administrator. */
export interface WorkTarget {
  readonly url: string;
  readonly cookie: string;
}

/** A file that was acknowledged, with everything that a change without an answer may have made of it. */
export interface LedgerFile {
  readonly id: number;
  /** SHA-256 of the current content: several after replacements without an answer. */
  hashes: string[];
  names: string[];
  /** A deletion was asked for. */
  isDeleting: boolean;
  /** A permanent deletion was asked for. */
  isPurging: boolean;
}

/** A resumable upload that was begun. */
export interface UnfinishedUpload {
  readonly location: string;
  readonly name: string;
  readonly content: Buffer<ArrayBuffer>;
}

/** Records what clients sent and what the server acknowledged, to compare with what is there after a fault. */
export interface WorkLedger {
  /** Existing files by id. */
  readonly files: Map<number, LedgerFile>;
  /** Files whose deletion was acknowledged, by id. */
  readonly trashed: Map<number, LedgerFile>;
  readonly purged: Set<number>;
  /** SHA-256 of the content by name, of uploads without an answer. */
  readonly unanswered: Map<string, string>;
  /** Uploads to resume; some of them may have been finished without an answer. */
  readonly unfinished: UnfinishedUpload[];
  /** Files that were changed since the last comparison. */
  readonly touched: Set<number>;
  /** The number of acknowledged changes. */
  acknowledged: number;
}

export const createWorkLedger = (): WorkLedger => ({
  files: new Map(),
  trashed: new Map(),
  purged: new Set(),
  unanswered: new Map(),
  unfinished: [],
  touched: new Set(),
  acknowledged: 0,
});

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** So small that a short run reads several pages too. */
const PAGE_SIZE = 100;
const NEXT_PAGE = /<(.+)>; rel="next"/;

/** Reads all pages of a list: after hundreds of faults there is more than one. */
async function list<T>({ url, cookie }: WorkTarget, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const response: Response = await fetch(url + next, { headers: { cookie } });
    expect([next, response.status]).toEqual([next, 200]);
    items.push(...((await response.json()) as T[])); // as the contract of the path says
    next = NEXT_PAGE.exec(response.headers.get('link') ?? '')?.[1];
  }
  return items;
}

export async function downloadHash({ url, cookie }: WorkTarget, id: number): Promise<string> {
  const response = await fetch(`${url}/api/files/${id}/download`, { headers: { cookie } });
  if (response.status !== 200) return `status ${response.status}`;
  return sha256(await response.bytes());
}

/**
 * Compares the server with the ledger: what was acknowledged is there with its bytes, what was deleted is gone, and of what was
 * not answered all is there or nothing. Then settles the ledger on what it found. Downloads the files that were changed,
 * or `all`.
 */
export async function expectLedger(
  target: WorkTarget,
  ledger: WorkLedger,
  { all = false } = {},
): Promise<void> {
  const listed = await list<File>(target, `/api/files?limit=${PAGE_SIZE}`);
  const trash = new Set((await list<Trashed>(target, `/api/trash?limit=${PAGE_SIZE}`)).map(({ id }) => id));
  for (const { id, name } of listed) {
    expect([id, ledger.trashed.has(id), ledger.purged.has(id)], 'a deleted file is back').toEqual([
      id,
      false,
      false,
    ]);
    if (!ledger.files.has(id)) adopt(ledger, id, name);
  }
  const present = new Map(listed.map((file) => [file.id, file]));
  for (const file of ledger.files.values()) settle(ledger, file, present.get(file.id));
  for (const file of ledger.trashed.values()) {
    if (trash.has(file.id)) continue;
    expect([file.id, file.isPurging], 'a file in the trash is lost').toEqual([file.id, true]);
    ledger.trashed.delete(file.id);
    ledger.purged.add(file.id);
  }
  for (const id of ledger.purged) expect([id, trash.has(id)], 'a purged file is back').toEqual([id, false]);
  ledger.unanswered.clear();
  for (const file of ledger.files.values()) {
    if (!all && !ledger.touched.has(file.id)) continue;
    const found = await downloadHash(target, file.id);
    expect(file.hashes, `the content of file ${file.id}`).toContain(found);
    file.hashes = [found];
  }
  ledger.touched.clear();
}

/** Takes over a file whose upload was not answered. */
function adopt(ledger: WorkLedger, id: number, name: string): void {
  const hash = ledger.unanswered.get(name);
  expect(hash, `the upload of ${name} (${id}) was sent and not answered`).toBeDefined();
  ledger.unanswered.delete(name);
  ledger.files.set(id, { id, hashes: [hash ?? ''], names: [name], isDeleting: false, isPurging: false });
  ledger.touched.add(id);
}

function settle(ledger: WorkLedger, file: LedgerFile, found: File | undefined): void {
  if (found) {
    expect(file.names, `the name of file ${file.id}`).toContain(found.name);
    file.names = [found.name];
    file.isDeleting = false;
    return;
  }
  expect([file.id, file.isDeleting], 'an acknowledged file is lost').toEqual([file.id, true]);
  ledger.files.delete(file.id);
  ledger.trashed.set(file.id, file);
}
