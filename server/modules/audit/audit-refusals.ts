import type { FastifyRequest } from 'fastify';
import { type AuditEvent, audit } from '#server/app/audit.ts';
import { type Context, type Services, transaction } from '#server/app/context.ts';
import type { AppError, ErrorCode } from '#server/app/errors.ts';
import { credentials, login } from '#shared/contracts/session.ts';
import { AUDIT_OBJECTS } from '#shared/domain/evidence/audit-objects.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type CountedRefusal, type RefusalSummary, RefusalTally, WINDOW_MS } from './tally-refusals.ts';

const AUDITED_CODES = new Set<ErrorCode>([
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
]);

export interface CalledTool {
  readonly name: string;
  readonly input: unknown;
}

export interface RefusalAuditor {
  /**
   * Records a refusal. Never rejects, so that the response does not depend on it. Several tools may be called through one
   * route, each with its input.
   */
  audit(request: FastifyRequest, refusal: AppError, tool?: CalledTool): Promise<void>;
  /** Records how many refusals of the current minute were counted only. */
  stop(): Promise<void>;
}

/** Matches ids only, because other parts of a path may be tokens. */
function readIds(params: unknown): Record<string, number> {
  const ids: Record<string, number> = {};
  for (const [name, value] of Object.entries(params ?? {}))
    if (ID_TEXT.test(String(value))) ids[name] = Number(value);
  return ids;
}

/** Returns the object of a route such as `/api/files/:id/view`, without its name, which may be hidden from the actor. */
function readObject(route: string, { id }: Record<string, number>): AuditEvent['object'] {
  const kind = AUDIT_OBJECTS.find((kind) => route.includes(`/${kind}s/:id`));
  return kind && id !== undefined ? { kind, id, name: '' } : undefined;
}

/** Describes the refusal in the same way for missing and inaccessible objects, so that timing does not reveal which. */
function describeRefusal(
  { ctx, routeOptions, method, params, body }: FastifyRequest,
  { status, code }: AppError,
  tool: CalledTool | undefined,
): { counted: CountedRefusal; event: AuditEvent } {
  const { endpoint } = routeOptions.config;
  const route = tool ? `${endpoint?.path} ${tool.name}` : (endpoint?.path ?? '');
  const ids = readIds(tool ? tool.input : params);
  const object = readObject(route, ids);
  const username = endpoint === login ? credentials.safeParse(body).data?.username : undefined;
  const reason = { method, route, status, code };
  return {
    // Keeps nothing else of the request, because the tally outlives it.
    counted: {
      origin: { actor: ctx.actor, address: ctx.address },
      reason,
      subject: username ?? Object.values(ids)[0]?.toString(),
    },
    event: {
      action: 'call.refused',
      result: 'refused',
      ...(object && { object }),
      details: { ...reason, ...ids, username },
    },
  };
}

/** Describes refusals that were counted instead of recorded one by one. */
const toSummaryEvent = ({ reason, more, since, until, subjects }: RefusalSummary): AuditEvent => ({
  action: 'call.refused',
  result: 'refused',
  details: {
    ...reason,
    more,
    since: isoInstant(since),
    until: isoInstant(until),
    ...(subjects.size > 0 && { [reason.route === login.path ? 'usernames' : 'ids']: [...subjects] }),
  },
});

export function createRefusalAuditor(services: Services): RefusalAuditor {
  const tally = new RefusalTally();
  const system: Context = { ...services, actor: { kind: 'anonymous' }, address: '' };
  let flushing: NodeJS.Timeout | undefined;

  async function write(
    summaries: readonly RefusalSummary[],
    own?: ReturnType<typeof describeRefusal>,
  ): Promise<void> {
    if (summaries.length === 0 && !own) return;
    await transaction(system, async (ctx) => {
      for (const summary of summaries) await audit({ ...ctx, ...summary.origin }, toSummaryEvent(summary));
      if (own) await audit({ ...ctx, ...own.counted.origin }, own.event);
    });
  }
  const logFailure = (error: unknown): void =>
    services.log.error({ err: error }, 'recording a refused request failed');

  /** Records the counts also when no further refusal follows. */
  function flushLater(): void {
    flushing ??= setTimeout(() => {
      flushing = undefined;
      write(tally.flush()).catch(logFailure);
    }, WINDOW_MS).unref();
  }

  return {
    async audit(request, refusal, tool) {
      if (!request.ctx || !AUDITED_CODES.has(refusal.code)) return;
      const described = describeRefusal(request, refusal, tool);
      try {
        const { isRecorded, summaries } = tally.count(described.counted, request.ctx.now());
        if (!isRecorded) flushLater();
        await write(summaries, isRecorded ? described : undefined);
      } catch (error) {
        logFailure(error);
      }
    },
    stop() {
      clearTimeout(flushing);
      return write(tally.flush());
    },
  };
}
