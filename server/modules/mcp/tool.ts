import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { assertCallerAllowed } from '#server/http/request-guard.ts';
import { assertNoNul } from '#server/http/validation.ts';
import type { CalledTool } from '#server/modules/audit/audit-refusals.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

/** Above the longest answer of any tool; a bound for what an agent is sent at once. */
const MAX_ANSWER_LENGTH = 200_000;

/** Everything that a tool needs beyond its input. */
export interface ToolExchange {
  readonly ctx: Context;
  readonly mcp: ServerContext;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The call of the API whose rights the tool needs. */
  readonly endpoint: Endpoint;
  run(exchange: ToolExchange, input: z.output<Input>): Promise<CallToolResult | InputRequiredResult>;
}

/** Infers the type of the input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> => tool;

export interface ToolHost {
  readonly ctx: Context;
  readonly signal: AbortSignal;
  /** Records a refusal in the audit log. */
  onRefusal(refusal: AppError, tool: CalledTool): Promise<void>;
}

/** Registers a tool. Its actor is loaded again at each call, and a refusal is an answer that the agent can read. */
export function registerTool(server: McpServer, host: ToolHost, tool: Tool): void {
  const isReading = tool.endpoint.method === 'GET' || tool.endpoint.tokenScope === 'read';
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: tool.input,
      annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
    },
    async (input, mcp): Promise<CallToolResult | InputRequiredResult> => {
      try {
        const ctx = { ...host.ctx, actor: await reloadActor(host.ctx) };
        assertCallerAllowed(ctx.actor, tool.endpoint);
        assertNoNul(input);
        return assertBounded(await tool.run({ ctx, mcp, signal: host.signal }, input));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await host.onRefusal(error, { name: tool.name, input });
        return { isError: true, content: [{ type: 'text', text: error.message }] };
      }
    },
  );
}

function assertBounded<Answer extends CallToolResult | InputRequiredResult>(answer: Answer): Answer {
  const { content } = answer;
  const length = Array.isArray(content)
    ? content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
    : 0;
  if (length > MAX_ANSWER_LENGTH) throw new AppError('too-large', 'The answer is too long. Ask for less.');
  return answer;
}

/** An answer as JSON, which agents read well. */
export const answerJson = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});
