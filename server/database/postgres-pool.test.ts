import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { openDatabase } from './open-database.ts';

/** Asks a database behind a server that treats each connection so; returns the error. */
async function askServer(onConnection: (socket: Socket) => void): Promise<unknown> {
  const server = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { db } = openDatabase({ engine: 'postgres', url: `postgres://room@127.0.0.1:${port}/room` });
  onTestFinished(() => db.destroy());
  return sql`select 1`.execute(db).catch((reason: unknown) => reason);
}

test.for<[string, (socket: Socket) => void]>([
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes the connection', (socket) => void socket.end()],
])(
  'a database server that %s while the session begins is away, and asked again for a moment',
  async ([, answer]) => {
    let sessions = 0;
    const error = await askServer((socket) => {
      sessions += 1;
      socket.once('data', () => answer(socket));
    });
    expect([String(error), isUnavailable(error)]).toEqual([String(error), true]);
    expect(sessions).toBeGreaterThan(1);
  },
);

test('a database server that is lost in the first statement is away, and the error does not contain the connection', async () => {
  const accepted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]); // AuthenticationOk, ReadyForQuery
  const error = await askServer((socket) =>
    socket.once('data', () => {
      socket.write(accepted);
      socket.once('data', () => socket.resetAndDestroy());
    }),
  );
  expect([isUnavailable(error), Object.keys(Object(error))]).toEqual([
    true,
    expect.not.arrayContaining(['client']),
  ]);
});
