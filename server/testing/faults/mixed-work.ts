import { TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';
import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import { formOf, newContent, nextName } from './work-content.ts';
import {
  type LedgerFile,
  sha256,
  type UnfinishedUpload,
  type WorkLedger,
  type WorkTarget,
} from './work-ledger.ts';

const CLIENTS = 4;
const [MIN_FILES, MAX_FILES] = [15, 60];

interface Work extends WorkTarget {
  readonly ledger: WorkLedger;
  /** Files that another client is changing. */
  readonly busy: Set<number>;
  /** Called with each refusal; an error ends the work. */
  onRefusal(status: number, body: string): void;
}

export interface MixedWorkOptions {
  readonly signal: AbortSignal;
  /** By default every refusal ends the work with an error, but that of the limit of short parts, which a quick machine reaches. */
  readonly onRefusal?: Work['onRefusal'];
}

const unexpected: Work['onRefusal'] = (status, body) => {
  if (status !== 429) throw new UnexpectedRefusal(`The server answered ${status}: ${body}`);
};

class UnexpectedRefusal extends Error {}
/**
 * Uploads, replaces, renames, deletes and purges files with several clients until the signal aborts or the server does not
 * answer any more, and records in the ledger what was sent and what was acknowledged.
 */
export async function doMixedWork(
  target: WorkTarget,
  ledger: WorkLedger,
  { signal, onRefusal = unexpected }: MixedWorkOptions,
): Promise<void> {
  const work: Work = { ...target, ledger, busy: new Set(), onRefusal };
  const client = async (): Promise<void> => {
    while (!signal.aborted) await takeStep(work);
  };
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, client));
  for (const end of ends)
    if (end.status === 'rejected' && end.reason instanceof UnexpectedRefusal) throw end.reason;
}

async function takeStep(work: Work): Promise<void> {
  const { ledger } = work;
  const choice = Math.random();
  const file = pickFile(work);
  if (!file || ledger.files.size < MIN_FILES) return choice < 0.5 ? upload(work) : uploadInParts(work);
  work.busy.add(file.id);
  try {
    if (ledger.files.size > MAX_FILES || choice < 0.25) await remove(work, file);
    else if (choice < 0.45) await replace(work, file);
    else if (choice < 0.6) await rename(work, file);
    else await (choice < 0.8 ? upload(work) : uploadInParts(work));
  } finally {
    work.busy.delete(file.id);
  }
}

function pickFile({ ledger, busy }: Work): LedgerFile | undefined {
  const free = [...ledger.files.values()].filter(({ id }) => !busy.has(id));
  return free[Math.floor(Math.random() * free.length)];
}

/** Returns the answer of an acknowledged change. */
async function send(work: Work, path: string, init: RequestInit): Promise<Response | undefined> {
  const headers = new Headers(init.headers);
  headers.set('cookie', work.cookie);
  const response = await fetch(work.url + path, { ...init, headers });
  if (response.ok) return response;
  work.onRefusal(response.status, await response.text());
  return undefined;
}

function acknowledgeUpload({ ledger }: Work, id: number, name: string, hash: string): void {
  ledger.unanswered.delete(name);
  ledger.files.set(id, { id, hashes: [hash], names: [name], isDeleting: false, isPurging: false });
  ledger.touched.add(id);
  ledger.acknowledged += 1;
}

async function upload(work: Work): Promise<void> {
  const [name, content] = [nextName(), newContent()];
  work.ledger.unanswered.set(name, sha256(content));
  const answer = await send(work, '/api/files', { method: 'POST', body: formOf(name, content) });
  if (!answer) return;
  const { id } = (await answer.json()) as { id: number }; // a file
  acknowledgeUpload(work, id, name, sha256(content));
}

/** Begins a resumable upload, or resumes one that an earlier fault interrupted. */
async function uploadInParts(work: Work): Promise<void> {
  const { ledger } = work;
  const [name, content] = [nextName(), newContent()];
  const upload = ledger.unfinished.shift() ?? {
    name,
    content,
    location: await beginUpload(work, name, content),
  };
  if (upload.location === '') return;
  let isDone = false;
  try {
    isDone = await continueUpload(work, upload);
  } finally {
    if (!isDone) ledger.unfinished.push(upload);
  }
}

/** Sends the rest in two requests; returns whether the upload is finished or gone. */
async function continueUpload(work: Work, upload: UnfinishedUpload): Promise<boolean> {
  const { headers } = await fetch(work.url + upload.location, {
    method: 'HEAD',
    headers: { ...TUS_HEADERS, cookie: work.cookie },
  });
  const { length } = upload.content;
  const offset = Number(headers.get('upload-offset') ?? length);
  if (offset === length) return true;
  const middle = Math.floor((offset + length) / 2);
  if (middle > offset && !(await append(work, upload, offset, middle))) return false;
  return (await append(work, upload, middle, length)) !== undefined;
}

/** Returns the path of the upload; empty when it was refused. */
async function beginUpload(work: Work, name: string, content: Buffer): Promise<string> {
  const begun = await send(work, '/api/uploads', {
    method: 'POST',
    headers: {
      ...TUS_HEADERS,
      'upload-length': String(content.length),
      'upload-metadata': formatUploadMetadata({ filename: name }),
    },
  });
  return begun?.headers.get('location') ?? '';
}

async function append(
  work: Work,
  { location, name, content }: UnfinishedUpload,
  start: number,
  end: number,
): Promise<Response | undefined> {
  const hash = sha256(content);
  work.ledger.unanswered.set(name, hash);
  const answer = await send(work, location, {
    method: 'PATCH',
    headers: { ...TUS_HEADERS, 'content-type': UPLOAD_MEDIA_TYPE, 'upload-offset': String(start) },
    body: content.subarray(start, end),
  });
  const id = Number(answer?.headers.get('muniment-file'));
  if (id > 0) acknowledgeUpload(work, id, name, hash);
  return answer;
}

async function replace(work: Work, file: LedgerFile): Promise<void> {
  const content = newContent();
  const hash = sha256(content);
  file.hashes = [...file.hashes, hash];
  work.ledger.touched.add(file.id);
  const body = formOf(file.names[0] ?? '', content);
  if (!(await send(work, `/api/files/${file.id}/versions`, { method: 'POST', body }))) return;
  file.hashes = [hash];
  work.ledger.acknowledged += 1;
}

async function rename(work: Work, file: LedgerFile): Promise<void> {
  const name = nextName();
  file.names = [...file.names, name];
  const init = {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  };
  if (!(await send(work, `/api/files/${file.id}`, init))) return;
  file.names = [name];
  work.ledger.acknowledged += 1;
}

/** Deletes a file, and every second one permanently. */
async function remove(work: Work, file: LedgerFile): Promise<void> {
  const { ledger } = work;
  file.isDeleting = true;
  if (!(await send(work, `/api/files/${file.id}`, { method: 'DELETE' }))) return;
  ledger.files.delete(file.id);
  ledger.trashed.set(file.id, file);
  ledger.acknowledged += 1;
  if (file.id % 2 === 0) return;
  file.isPurging = true;
  if (!(await send(work, `/api/trash/files/${file.id}`, { method: 'DELETE' }))) return;
  ledger.trashed.delete(file.id);
  ledger.purged.add(file.id);
  ledger.acknowledged += 1;
}
