import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#server/app/errors.ts';
import { limitOpenBodies } from './limit-open-bodies.ts';

test('bodies without a session are limited for each network and in total', async () => {
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  limitOpenBodies(app, { network: 2, actor: 2, anonymous: 3 });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send(),
  );
  app.post('/', async () => 'done');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  /** Sends the first byte of a body; resolves to the status of an answer that comes before the end of it, or to `open`. */
  async function open(
    address: string,
  ): Promise<{ sending: ClientRequest; answer: Promise<number | undefined> }> {
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json', 'content-length': 2 };
    const sending = request(url, { method: 'POST', agent: false, headers });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (response: IncomingMessage) => resolve(response.resume().statusCode));
      sending.once('error', reject);
    });
    const received = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
    sending.write('{');
    await received;
    return { sending, answer };
  }

  const held = [await open('192.0.2.1'), await open('192.0.2.1')];
  expect(await (await open('192.0.2.1')).answer).toBe(429);
  held.push(await open('192.0.2.2'));
  expect(await (await open('192.0.2.3')).answer).toBe(429);
  for (const { sending } of held) sending.end('}');
  expect(await Promise.all(held.map(({ answer }) => answer))).toEqual([200, 200, 200]);
  const after = await open('192.0.2.3');
  after.sending.end('}');
  expect(await after.answer).toBe(200);
});
