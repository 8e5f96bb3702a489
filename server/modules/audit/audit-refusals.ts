import type { FastifyRequest } from 'fastify';
import { type Act, record } from '#server/app/audit.ts';
import { type Context, type Services, transaction } from '#server/app/context.ts';
import type { AppError, ErrorCode } from '#server/app/errors.ts';
import { credentials, login } from '#shared/contracts/session.ts';
import { AUDIT_OBJECTS } from '#shared/domain/audit-actions.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { createRefusalTally, type Origin, type RefusalTally } from './tally-refusals.ts';

const RECORDED = new Set<ErrorCode>([
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
]);

export interface RefusalRecorder {
  /** Never rejects: whatever becomes of the record, the refusal is answered. */
  record(request: FastifyRequest, refusal: AppError): Promise<void>;
  /** Writes down how many the running minute left out so far. */
  stop(): Promise<void>;
}

/** Only what reads as an id: among a path's other parts are tokens. */
function idsOf(params: unknown): Record<string, number> {
  const ids: Record<string, number> = {};
  for (const [name, value] of Object.entries(params ?? {}))
    if (ID_TEXT.test(String(value))) ids[name] = Number(value);
  return ids;
}

/** `/api/files/:id/view` is about a file. Its name is left out: it may be nothing that the actor should learn of. */
function objectOf(route: string, { id }: Record<string, number>): Act['object'] {
  const kind = AUDIT_OBJECTS.find((kind) => route.includes(`/${kind}s/:id`));
  return kind && id !== undefined ? { kind, id, name: '' } : undefined;
}

/** Recorded alike whether the thing is absent or somebody else's, so that no time tells which. */
function actOf({ routeOptions, method, params, body }: FastifyRequest, { status, code }: AppError): Act {
  const { endpoint } = routeOptions.config;
  const route = endpoint?.path ?? '';
  const ids = idsOf(params);
  const object = objectOf(route, ids);
  const tried = endpoint === login ? credentials.safeParse(body).data?.username : undefined;
  return {
    action: 'call.refused',
    result: 'refused',
    ...(object && { object }),
    details: { method, route, ...ids, status, code, username: tried },
  };
}

export function createRefusalRecorder(services: Services): RefusalRecorder {
  const tally = createRefusalTally();
  const asRoom: Context = { ...services, actor: { kind: 'nobody' }, address: '' };

  async function write(leftOut: ReturnType<RefusalTally['end']>, own?: { origin: Origin; act: Act }) {
    if (leftOut.length === 0 && !own) return;
    await transaction(asRoom, async (ctx) => {
      for (const { origin, leftOut: more } of leftOut)
        await record({ ...ctx, ...origin }, { action: 'call.refused', result: 'refused', details: { more } });
      if (own) await record({ ...ctx, ...own.origin }, own.act);
    });
  }

  return {
    async record(request, refusal) {
      if (!request.ctx || !RECORDED.has(refusal.code)) return;
      const { ctx } = request;
      // Nothing else of the request: the tally outlives it.
      const origin = { actor: ctx.actor, address: ctx.address };
      try {
        const { isRoom, leftOut } = tally.take(origin, ctx.now());
        await write(leftOut, isRoom ? { origin, act: actOf(request, refusal) } : undefined);
      } catch (error) {
        services.log.error({ err: error }, 'a refusal could not be recorded');
      }
    },
    stop: () => write(tally.end()),
  };
}
