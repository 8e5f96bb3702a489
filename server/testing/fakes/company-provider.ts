// The package has no types; e2e compiles this file by itself.
/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface CompanyClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address to which the provider sends browsers back. */
  readonly callback: string;
}

/** Opens a certified identity provider on loopback, with its pages for development, on which any name signs in. */
export async function openCompanyProvider({ clientId, clientSecret, callback }: CompanyClient) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@acme.test`, email_verified: true, preferred_username: id }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
