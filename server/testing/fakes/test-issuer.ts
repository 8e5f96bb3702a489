import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** Defects of the next ID token. */
interface Spoiled {
  /** Replace claims; `undefined` leaves one out. */
  readonly claims?: Json;
  readonly header?: Json;
  /** Signs with a key that the issuer does not publish. */
  readonly foreignKey?: true;
  readonly unsigned?: true;
  /** The token endpoint answers with this status. */
  readonly status?: number;
}

export interface TestIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims of the person who signs in next. */
  person: Json;
  spoiled: Spoiled;
  /** Returns the query with which the issuer sends the browser back from an authorization address. */
  authorize(address: string): Record<string, string>;
  close(): Promise<void>;
}

const base64url = (value: Json | Buffer): string =>
  Buffer.from(Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString('base64url');

function sign(header: Json, claims: Json, key: KeyObject | undefined): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${key ? createSign('sha256').update(text).sign(key).toString('base64url') : ''}`;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const sendJson = (response: ServerResponse, body: Json, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const createKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Pairs of every issuer, and of nobody: making one takes a tenth of a second. */
const [keys, foreign] = [createKeys(), createKeys()];

/** An OpenID Connect issuer on loopback whose ID tokens can be spoiled. It checks code, secret and PKCE like a real one. */
export async function openTestIssuer(): Promise<TestIssuer> {
  const pending = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const issuer: TestIssuer = {
    url,
    clientId: 'muniment',
    clientSecret: 'a secret',
    person: { sub: 'person-1' },
    spoiled: {},
    authorize(address) {
      const query = new URL(address).searchParams;
      const code = `code-${pending.size + 1}`;
      pending.set(code, query);
      return { code, state: query.get('state') ?? '', iss: url };
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/.well-known/openid-configuration')
      return sendJson(response, {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      });
    if (request.url === '/jwks')
      return sendJson(response, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }],
      });
    if (issuer.spoiled.status !== undefined) return sendJson(response, {}, issuer.spoiled.status);
    const form = await readForm(request);
    const asked = pending.get(form.get('code') ?? '');
    pending.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.get('code_challenge') !== challenge || !form.get('redirect_uri'))
      return sendJson(response, { error: 'invalid_grant' }, 400);
    sendJson(response, { access_token: 'access', token_type: 'Bearer', id_token: createToken(asked) });
  }

  function createToken(asked: URLSearchParams): string {
    const { claims = {}, header = {}, foreignKey, unsigned } = issuer.spoiled;
    const now = Math.floor(Date.now() / 1000);
    const given = { iss: url, aud: 'muniment', nonce: asked.get('nonce'), iat: now, exp: now + 60 };
    const key = unsigned ? undefined : (foreignKey ? foreign : keys)?.privateKey;
    return sign({ alg: 'RS256', kid: 'key-1', ...header }, { ...given, ...issuer.person, ...claims }, key);
  }
  return issuer;
}
