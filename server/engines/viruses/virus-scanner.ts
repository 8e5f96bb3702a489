import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { markUnavailable } from '#server/app/errors.ts';

/** The socket of a clamd: a path, or host and port. */
export type ScannerAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export type Verdict =
  | { readonly state: 'clean' }
  | { readonly state: 'infected'; readonly signature: string }
  | { readonly state: 'unscannable'; readonly reason: string };

export interface VirusScanner {
  /**
   * Streams the bytes to the scanner. Rejects with an error that counts as an outage when the scanner is away, hangs, closes the
   * connection or answers anything but a verdict; an error of `bytes` itself is passed on as it is.
   */
  scan(bytes: Readable, signal: AbortSignal): Promise<Verdict>;
  /** Rejects unless the scanner answers. */
  check(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than clamd takes for one file by default (`MaxScanTime`, 2 minutes). */
const IDLE_TIMEOUT_MS = 180_000;
const MAX_ANSWER_LENGTH = 4_096;
const MAX_SIGNATURE_LENGTH = 200;
const END_OF_STREAM = Buffer.alloc(4);

/** Creates a client of clamd, which opens a connection for each scan. */
export function createVirusScanner(
  address: ScannerAddress,
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: { idleTimeoutMs?: number } = {},
): VirusScanner {
  return {
    async scan(bytes, signal) {
      const socket = connect(address);
      const abort = () => socket.destroy(signalError(signal));
      signal.addEventListener('abort', abort);
      const answer = readAnswer(socket, idleTimeoutMs);
      const sending = sendStream(socket, bytes);
      try {
        signal.throwIfAborted();
        // The scanner answers before the end when the stream is longer than it accepts.
        return parseVerdict(await Promise.race([answer, sending.then(() => answer)]));
      } finally {
        signal.removeEventListener('abort', abort);
        socket.destroy();
        bytes.destroy();
        await Promise.allSettled([answer, sending]);
      }
    },
    async check() {
      const socket = connect(address);
      try {
        socket.write('zPING\0');
        const answer = await readAnswer(socket, CONNECT_TIMEOUT_MS);
        if (answer !== 'PONG') throw unexpected(answer);
      } finally {
        socket.destroy();
      }
    },
  };
}

const signalError = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('The scan was interrupted');

/** Sends the command and the bytes as INSTREAM chunks, each with its length. Resolves early once the connection has ended. */
async function sendStream(socket: Socket, bytes: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of bytes as AsyncIterable<Buffer>) /* stores yield buffers */ {
    if (socket.destroyed) return;
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    await write(socket, chunk);
  }
  await write(socket, END_OF_STREAM);
}

/** Resolves when the socket takes more bytes, or has ended. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** Reads one answer, which a NUL character ends. */
function readAnswer(socket: Socket, idleTimeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, cause?: unknown) => {
      const error = new Error(`The virus scanner ${message}`, { cause });
      markUnavailable(error);
      reject(error);
      socket.destroy();
    };
    let text = '';
    socket.setEncoding('latin1');
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail('does not answer'));
    socket.once('connect', () => socket.setTimeout(idleTimeoutMs));
    socket.on('data', (received: string) => {
      text += received;
      const end = text.indexOf('\0');
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > MAX_ANSWER_LENGTH) fail('sent an answer that is too long');
    });
    socket.on('error', (error) => fail(`is not reachable: ${error.message}`, error));
    socket.on('close', () => fail('closed the connection'));
  });
}

function parseVerdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { state: 'clean' };
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  // Reported instead of OK where clamd is configured to say so: the rest was not scanned.
  if (signature?.startsWith('Heuristics.Limits.Exceeded'))
    return { state: 'unscannable', reason: 'A limit of the virus scanner was exceeded.' };
  if (signature !== undefined) return { state: 'infected', signature: printable(signature) };
  if (/^INSTREAM size limit exceeded\b.*ERROR$/.test(answer))
    return { state: 'unscannable', reason: 'The file is larger than the virus scanner accepts.' };
  throw unexpected(answer);
}

function unexpected(answer: string): Error {
  const error = new Error(`The virus scanner answered ${JSON.stringify(printable(answer))}`);
  markUnavailable(error);
  return error;
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_SIGNATURE_LENGTH);
