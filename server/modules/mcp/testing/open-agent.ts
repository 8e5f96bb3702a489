import { createTokenClient } from '#server/testing/clients/token-client.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { connectMcpClient } from './mcp-client.ts';

export type Owner = Awaited<ReturnType<TestApp['user']>>;
type TokenFields = Parameters<typeof createTokenClient>[2];
type ClientOptions = Partial<Parameters<typeof connectMcpClient>[0]>;

const origins = new WeakMap<TestApp, Promise<string>>();
const clients: { close(): Promise<void> }[] = [];

/** Lets the app listen at a free port, once. */
export function listen(testApp: TestApp): Promise<string> {
  const origin = origins.get(testApp) ?? testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  origins.set(testApp, origin);
  return origin;
}

/** Creates a token of the user and connects an agent with it. */
export async function openAgent(
  testApp: TestApp,
  owner: Owner,
  fields: TokenFields = {},
  options: ClientOptions = {},
) {
  const { token } = await createTokenClient(testApp.server, owner, { agentName: 'Analyst', ...fields });
  const client = await connectMcpClient({ origin: await listen(testApp), token, ...options });
  clients.push(client);
  return { ...client, token };
}

/** Disconnects all agents; their connections would keep the server from stopping. */
export async function closeAgents(): Promise<void> {
  for (const client of clients.splice(0)) await client.close();
}
