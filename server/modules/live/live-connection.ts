import { Readable } from 'node:stream';
import { type LiveChange, liveEvent } from '#shared/contracts/live/live-updates.ts';

/** More changes at once are sent as `resync`. */
const MAX_CHANGES = 100;
/** A client that leaves more than this unread is disconnected; it reconnects and asks for everything. */
const MAX_UNREAD_BYTES = 64 * 1024;
const END_TIMEOUT_MS = 2_000;
/** How long clients wait before they reconnect to another node, spread so that they do not come at once. */
const RETRY_MS = { min: 1_000, max: 5_000 };

/** The cookies and the address that a connection was opened with. */
export interface LiveTokens {
  readonly sessionToken: string;
  readonly viewAsToken: string | undefined;
  /** The IP address of the request. */
  readonly address: string;
}

export interface LiveConnection extends LiveTokens {
  readonly stream: Readable;
  send(text: string): void;
  /** Ends the stream, and says when to come back if the session goes on. */
  end(isSessionGoingOn?: boolean): void;
}

export const RESYNC: LiveChange = { topic: 'resync' };
export const HEARTBEAT = ': \n\n';

/** More files are left out: their folders say enough. */
const MAX_FILES = 20;

/** Encodes changes as one event; the contract removes every field that it does not name. */
export function encodeChanges(changes: readonly LiveChange[]): string {
  const others = changes.filter(({ topic }) => topic !== 'file');
  const listed = changes.length - others.length > MAX_FILES ? others : changes;
  const sent = listed.length > MAX_CHANGES ? [RESYNC] : listed;
  return `data: ${JSON.stringify(liveEvent.parse({ changes: sent }))}\n\n`;
}

export function openConnection(tokens: LiveTokens): LiveConnection {
  const stream = new Readable({ read() {}, highWaterMark: MAX_UNREAD_BYTES });
  stream.push(encodeChanges([RESYNC]));
  return {
    ...tokens,
    stream,
    send(text) {
      if (stream.destroyed || stream.readableEnded) return;
      if (stream.readableLength + text.length > MAX_UNREAD_BYTES) stream.destroy();
      else stream.push(text);
    },
    end(isSessionGoingOn = false) {
      if (stream.destroyed) return;
      const waitMs = Math.round(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min));
      if (isSessionGoingOn) stream.push(`retry: ${waitMs}\n\n`);
      stream.push(null);
      // A client that reads nothing would keep it open.
      setTimeout(() => stream.destroy(), END_TIMEOUT_MS).unref();
    },
  };
}
