import type { Endpoint } from '#shared/contracts/endpoint.ts';

/**
 * The route of the MCP server, which is outside the contracts: its messages are described by the protocol. The request guard
 * treats it like a call, and each tool is admitted like the call that it stands for.
 */
export const MCP_ENDPOINT = {
  method: 'POST',
  path: '/mcp',
  summary: 'Model Context Protocol',
  caller: 'user',
  tokenScope: 'read',
  result: 'bytes',
} as const satisfies Endpoint;
