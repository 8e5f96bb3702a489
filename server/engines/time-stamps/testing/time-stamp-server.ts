import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';

const CONFIGURATION = `[req]
distinguished_name = dn
x509_extensions = tsa
prompt = no
[dn]
CN = Test time stamps
[tsa]
extendedKeyUsage = critical, timeStamping
[plain]
extendedKeyUsage = serverAuth
[tsa_config]
serial = SERIAL
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

/** Returns whether OpenSSL 3 is there, which plays the server of another maker. */
export function hasOpenssl(): boolean {
  try {
    if (execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3')) return true;
  } catch {
    // Reported below.
  }
  process.stderr.write('SKIPPED: time stamps, because OpenSSL 3 is not installed.\n');
  return false;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Runs a time-stamp server with a certificate of its own. `answerWith` lets it answer something else. */
export async function openTimeStampServer() {
  const folder = mkdtempSync(join(temporaryFolder(), 'tsa-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('tsa.cnf'), CONFIGURATION.replace('SERIAL', at('serial')));
  writeFileSync(at('serial'), '01\n');
  const run = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const create = (name: string, extensions: string) =>
    run(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-config', at('tsa.cnf')],
      ...['-extensions', extensions, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)],
    );
  create('tsa', 'tsa');
  const requests: { headers: IncomingMessage['headers']; body: Buffer }[] = [];
  let answer: Answer | undefined;
  const stamp = (body: Buffer): Buffer => {
    writeFileSync(at('request.tsq'), body);
    run(
      ...['ts', '-reply', '-queryfile', at('request.tsq'), '-config', at('tsa.cnf')],
      ...['-section', 'tsa_config', '-signer', at('tsa.pem'), '-inkey', at('tsa.key')],
      ...['-out', at('answer.tsr')],
    );
    return readFileSync(at('answer.tsr'));
  };
  const answerTruly: Answer = async (request, response) => {
    const body = await buffer(request);
    requests.push({ headers: request.headers, body });
    response.setHeader('content-type', 'application/timestamp-reply').end(stamp(body));
  };
  const server = createServer((request, response) => {
    void (answer ?? answerTruly)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    requests,
    stamp,
    answerWith(other: Answer | undefined) {
      answer = other;
    },
    /** Verifies a token with OpenSSL and the certificate of this server. */
    verify(token: Buffer, text: string): string {
      writeFileSync(at('token.der'), token);
      writeFileSync(at('text'), text);
      return run(
        ...['ts', '-verify', '-token_in', '-in', at('token.der'), '-data', at('text')],
        ...['-CAfile', at('tsa.pem')],
      ).toString();
    },
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
