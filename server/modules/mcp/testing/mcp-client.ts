import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

interface McpClientOptions {
  readonly origin: string;
  readonly token: string;
  /** Answers in place of the person in front of the client; without it, the client cannot ask. */
  readonly confirm?: (message: string) => boolean;
  /** The protocol before 2026-07-28. */
  readonly isLegacy?: boolean;
}

export interface ToolAnswer {
  readonly isError: boolean;
  /** The first text, parsed as JSON where it is some. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  readonly value: any;
  readonly image: { data: string; mimeType: string } | undefined;
}

/** Connects a client of the protocol to a listening server. */
export async function connectMcpClient({ origin, token, confirm, isLegacy }: McpClientOptions) {
  const client = new Client(
    { name: 'test agent', version: '1' },
    {
      capabilities: confirm ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: isLegacy ? 'legacy' : 'auto' },
    },
  );
  if (confirm)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { confirm: confirm(params.message) },
    }));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
  return {
    async listTools(): Promise<string[]> {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    async call(name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content = [], isError = false } = await client.callTool({ name, arguments: input });
      const text = content.find((part) => part.type === 'text')?.text ?? '';
      const image = content.find((part) => part.type === 'image');
      return { isError, value: /^[[{]/.test(text) ? JSON.parse(text) : text, image };
    },
    close: () => client.close(),
  };
}
