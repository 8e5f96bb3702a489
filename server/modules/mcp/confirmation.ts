import { createHash, randomUUID } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { countOnce } from '#server/authorization/rate-limits.ts';
import type { ToolExchange } from './tool.ts';

/** The purpose of the signing key, which all nodes derive from the same root keys. */
const PURPOSE = 'muniment mcp confirmation v1';
const CONFIRM_SECONDS = 10 * 60;

const confirmation = z.object({ confirm: z.boolean().describe('Do this') });

/** The question to a person. */
interface Asked {
  /** Identifies the question, whose answer counts once. */
  readonly id: string;
  /** The change, as a hash. */
  readonly change: string;
}

/** Signs what was asked, so that a confirmation counts for that change and token only. */
export function confirmationCodec({ signingKeys, apiToken = '' }: Context) {
  return createRequestStateCodec<Asked>({
    key: signingKeys.derive(signingKeys.currentVersion(), PURPOSE),
    ttlSeconds: CONFIRM_SECONDS,
    bind: ({ mcpReq }) => `${mcpReq.method}\0${apiToken}`,
  });
}

/**
 * Returns the question to the person in front of the client, or `undefined` once they have agreed to exactly this change: an
 * agent that sends their answer again makes them be asked again. Refuses after a no.
 */
export async function askForConfirmation(
  { ctx, mcp }: ToolExchange,
  message: string,
  change: unknown,
): Promise<InputRequiredResult | undefined> {
  const hash = createHash('sha256').update(JSON.stringify(change)).digest('base64url');
  const confirmed = findConfirmed(mcp, hash);
  if (confirmed && (await countOnce(ctx, { kind: 'confirmation', name: confirmed.id }))) return undefined;
  if (!confirmed && inputResponse(mcp.mcpReq.inputResponses, 'confirm').kind === 'elicit')
    throw new AppError('forbidden', 'The change was not confirmed.');
  const confirm = inputRequired.elicit({ message, requestedSchema: confirmation });
  const requestState = await confirmationCodec(ctx).mint({ id: randomUUID(), change: hash }, mcp);
  return inputRequired({ inputRequests: { confirm }, requestState });
}

function findConfirmed({ mcpReq }: ServerContext, hash: string): Asked | undefined {
  const accepted = acceptedContent(mcpReq.inputResponses, 'confirm', confirmation);
  const asked = mcpReq.requestState<Asked>();
  return accepted?.confirm === true && asked?.change === hash ? asked : undefined;
}
