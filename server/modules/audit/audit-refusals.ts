import type { FastifyRequest } from 'fastify';
import { type AuditEvent, audit } from '#server/app/audit.ts';
import { type Context, type Services, transaction } from '#server/app/context.ts';
import type { AppError, ErrorCode } from '#server/app/errors.ts';
import { credentials, login } from '#shared/contracts/session.ts';
import { AUDIT_OBJECTS } from '#shared/domain/audit-actions.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { createRefusalTally, type Origin, type RefusalTally } from './tally-refusals.ts';

const AUDITED_CODES = new Set<ErrorCode>([
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
]);

export interface RefusalAuditor {
  /** Records a refusal. Never rejects, so that the response does not depend on it. */
  audit(request: FastifyRequest, refusal: AppError): Promise<void>;
  /** Records how many refusals of the current minute were omitted. */
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

/** Records the refusal in the same way for missing and inaccessible objects, so that timing does not reveal which. */
function toAuditEvent(
  { routeOptions, method, params, body }: FastifyRequest,
  { status, code }: AppError,
): AuditEvent {
  const { endpoint } = routeOptions.config;
  const route = endpoint?.path ?? '';
  const ids = readIds(params);
  const object = readObject(route, ids);
  const tried = endpoint === login ? credentials.safeParse(body).data?.username : undefined;
  return {
    action: 'call.refused',
    result: 'refused',
    ...(object && { object }),
    details: { method, route, ...ids, status, code, username: tried },
  };
}

export function createRefusalAuditor(services: Services): RefusalAuditor {
  const tally = createRefusalTally();
  const system: Context = { ...services, actor: { kind: 'anonymous' }, address: '' };

  async function write(
    leftOut: ReturnType<RefusalTally['flush']>,
    own?: { origin: Origin; act: AuditEvent },
  ) {
    if (leftOut.length === 0 && !own) return;
    await transaction(system, async (ctx) => {
      for (const { origin, omitted: more } of leftOut)
        await audit({ ...ctx, ...origin }, { action: 'call.refused', result: 'refused', details: { more } });
      if (own) await audit({ ...ctx, ...own.origin }, own.act);
    });
  }

  return {
    async audit(request, refusal) {
      if (!request.ctx || !AUDITED_CODES.has(refusal.code)) return;
      const { ctx } = request;
      // Keeps nothing else of the request, because the tally outlives it.
      const origin = { actor: ctx.actor, address: ctx.address };
      try {
        const { isRoom, leftOut } = tally.count(origin, ctx.now());
        await write(leftOut, isRoom ? { origin, act: toAuditEvent(request, refusal) } : undefined);
      } catch (error) {
        services.log.error({ err: error }, 'recording a refused request failed');
      }
    },
    stop: () => write(tally.flush()),
  };
}
