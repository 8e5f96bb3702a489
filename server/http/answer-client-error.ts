import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#server/app/errors.ts';

interface Answer {
  readonly status: number;
  readonly code: ErrorCode;
  readonly error: string;
}

const UNREADABLE: Answer = { status: 400, code: 'invalid', error: "The request can't be read" };

/** Answers to what the parser of Node refuses before there is a request, by its code. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', error: 'The request took too long. Try again.' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too-large',
    error: 'The headers of the request are too large. Delete the cookies of this site, then try again.',
  },
};

/** Answers what is no valid HTTP in the form of all refusals, in place of Fastify's own, and closes the connection. */
export function answerClientError(error: Error & { code: string }, socket: Socket): void {
  // The client is gone.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Bytes would become part of the answer that is on its way.
  if (isAnswering(socket)) return void socket.destroy(error);
  const { status, ...body } = ANSWERS[error.code] ?? UNREADABLE;
  const text = JSON.stringify({ error: body.error, code: body.code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}

/** Node.js itself looks at this property before it answers, and has no public one. */
const isAnswering = (socket: Socket): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;
