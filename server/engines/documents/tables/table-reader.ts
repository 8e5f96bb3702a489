import pLimit from 'p-limit';
import {
  ChildFailedError,
  parseFrame,
  type ReplyFrames,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import type { DocumentSource } from '../document-source.ts';
import { type Table, type TableRequest, tableFrame } from './table-protocol.ts';

const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
/** Contains the text decoding that server and web share. */
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);
const LIMITS = { timeoutMs: 30_000, memoryMb: 512 };
const CONCURRENCY = 2;

/** Reads tables that people upload: an index sheet, a request list. */
export interface TableReader {
  /** Returns the rows of a CSV file or of the first sheet of a workbook. */
  read(
    type: TableRequest['type'],
    bytes: DocumentSource['bytes'],
    limits: { maxRows: number },
  ): Promise<Table>;
}

/** Reads each table in a process of its own, since they are few and each may be malicious. */
export function createTableReader(): TableReader {
  const limit = pLimit(CONCURRENCY);
  return { read: (type, bytes, { maxRows }) => limit(() => readTable(type, bytes, maxRows)) };
}

async function readTable(
  type: TableRequest['type'],
  bytes: DocumentSource['bytes'],
  maxRows: number,
): Promise<Table> {
  const file = new URL('./table-child.ts', import.meta.url);
  const child = new SandboxedChild({ file, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER] }, LIMITS);
  const message: TableRequest = { type, maxRows, timeoutMs: LIMITS.timeoutMs };
  try {
    return await child.request({ message, bytes, read: (frames) => collectRows(frames, maxRows) });
  } catch (error) {
    if (error instanceof ChildFailedError) return { problem: 'unreadable' };
    throw error;
  } finally {
    await child.end();
  }
}

async function collectRows(frames: ReplyFrames, maxRows: number): Promise<Table> {
  const rows: string[][] = [];
  for await (const payload of frames) {
    const frame = parseFrame(payload, tableFrame);
    if ('problem' in frame) return frame;
    rows.push(...frame.rows);
    if (rows.length > maxRows) throw new ChildFailedError('damaged');
    if (frame.isLast) return { rows };
  }
  throw new ChildFailedError('damaged');
}
