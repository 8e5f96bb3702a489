import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasOpenssl, openTimeStampServer } from './testing/time-stamp-server.ts';
import { requestTimeStamp } from './time-stamps.ts';

const TEXT = 'muniment-tree-head/1\n7\nabc\n';

describe.skipIf(!hasOpenssl())('a time stamp', () => {
  let server: Awaited<ReturnType<typeof openTimeStampServer>>;
  beforeAll(async () => {
    server = await openTimeStampServer();
  });
  afterAll(() => server.close());

  const ask = (changes: Partial<Parameters<typeof requestTimeStamp>[1]> = {}) =>
    requestTimeStamp(TEXT, {
      url: server.url,
      allowsPrivate: true,
      signal: new AbortController().signal,
      now: Date.now(),
      ...changes,
    });

  test('a time stamp is accepted from a server that OpenSSL plays, which verifies the token too', async () => {
    const { token, at } = await ask();
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    expect(server.verify(token, TEXT)).toContain('Verification: OK');
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = server.requests;
    expect(headers['content-type']).toBe('application/timestamp-query');
    expect(headers['user-agent']).toBeUndefined();
    // The hash, a random number and the wish for a certificate.
    expect(body.length).toBeLessThan(80);
    expect(body.includes('muniment')).toBe(false);
  });

  test('a time stamp is refused when the server lies, answers something else, redirects or hangs', async () => {
    const other = (await ask()).token;
    const lies: Parameters<typeof server.answerWith>[0][] = [
      (_request, response) => response.end('<html>Sign in to the network</html>'),
      (_request, response) => response.end(),
      (_request, response) => response.end(other),
      (_request, response) => response.writeHead(302, { location: server.url }).end(),
      (_request, response) => response.end(Buffer.alloc(70_000)),
      async (request, response) => {
        const answer = server.stamp(await buffer(request));
        // A bit of the signature, which is near the end.
        answer[answer.length - 20] = (answer.at(-20) ?? 0) ^ 1;
        response.end(answer);
      },
      () => {},
    ];
    for (const lie of lies) {
      server.answerWith(lie);
      await expect(ask({ timeoutMs: 1_000 })).rejects.toThrow();
    }
    server.answerWith(undefined);
    await expect(ask({ now: Date.now() - 3_600_000 })).rejects.toThrow('states another time');
    // A token for another request of the same text was valid once.
    const before = server.requests[0]?.body ?? Buffer.alloc(0);
    server.answerWith((_request, response) => response.end(server.stamp(before)));
    await expect(ask()).rejects.toThrow('for another request');
    server.answerWith(undefined);
    await expect(ask({ allowsPrivate: false })).rejects.toThrow('The address is not public.');
  });
});
