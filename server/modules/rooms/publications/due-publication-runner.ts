import { setTimeout as wait } from 'node:timers/promises';
import { type Context, type Services, systemContext } from '#server/app/context.ts';
import type { RequestConditions } from '#server/authorization/sign-in/request-conditions.ts';
import { signTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { applyDuePublication } from './apply-due-publication.ts';
import { listDuePublications } from './publication-queries.ts';
import { voidPublication } from './void-publication.ts';

/** Requests wait this long, counted from the start of a run; later they are answered as if the publication were not due. */
const MAX_WAIT_MS = 10_000;
/** The pauses after the first and the second failure; after the third the publication is void. */
const PAUSES_MS = [10_000, 60_000];
const GIVEN_UP = 'It could not be applied because of an error of the server. Publish it again.';

interface Failure {
  readonly count: number;
  readonly retryAt: number;
}

interface Run {
  /** Resolves when the run ends, or after `MAX_WAIT_MS`; never rejects. */
  readonly wait: Promise<void>;
  hasEnded: boolean;
}

interface Applier {
  run?: Run | undefined;
  readonly failures: Map<number, Failure>;
}

const appliers = new WeakMap<object, Applier>();

function applierOf({ db }: Services): Applier {
  const applier = appliers.get(db) ?? { failures: new Map() };
  appliers.set(db, applier);
  return applier;
}

/**
 * Applies the publications whose time has come and that have moves, levels or an approval. A process applies one at a time;
 * callers wait for it, within limits. Never throws: whatever fails is logged, and counts for its publication alone.
 */
export async function applyDuePublications(services: Services): Promise<void> {
  const applier = applierOf(services);
  try {
    // Again after a run: something may have become due after it looked.
    while (await findDue(services, applier)) {
      applier.run ??= start(services, applier);
      const { run } = applier;
      await run.wait;
      if (!run.hasEnded) return;
    }
  } catch (error) {
    services.log.error({ err: error }, 'could not look for due publications');
  }
}

/**
 * Returns the guard of requests that read rooms. Sign-in, administration, links and the calls that cancel a publication do not
 * wait for one. It uses the services of the process: nothing of a publication depends on who happens to read.
 */
export const applyBeforeReading =
  (services: Services) =>
  async (
    { actor }: Pick<Context, 'actor'>,
    endpoint: Endpoint,
    known?: Pick<RequestConditions, 'isPublicationDue'>,
  ): Promise<void> => {
    if (actor.kind === 'anonymous' || known?.isPublicationDue === false) return;
    if (mayReadRooms(endpoint)) await applyDuePublications(services);
  };

const mayReadRooms = (endpoint: Endpoint): boolean =>
  (endpoint.caller === 'user' || endpoint.caller === 'actor') &&
  !endpoint.availableInMaintenanceMode &&
  !endpoint.availableBeforePasswordChange &&
  !endpoint.availableBeforeFactorSetup &&
  !/^\/api\/(?:publications|drafts)\//.test(endpoint.path);

/** Returns the id of the publication that is due first, except those that failed just now. */
function findDue({ db, now }: Services, { failures }: Applier): Promise<number | undefined> {
  const paused = [...failures].flatMap(([id, { retryAt }]) => (retryAt > now() ? [id] : []));
  return listDuePublications(db, now(), paused).then(([first]) => first?.id);
}

function start(services: Services, applier: Applier): Run {
  const stop = new AbortController();
  const work = applyAll(services, applier)
    .catch((error: unknown) => services.log.error({ err: error }, 'could not apply due publications'))
    .finally(() => {
      run.hasEnded = true;
      applier.run = undefined;
      stop.abort();
    });
  const late = wait(MAX_WAIT_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
  const run: Run = { wait: Promise.race([work, late]), hasEnded: false };
  return run;
}

async function applyAll(services: Services, applier: Applier): Promise<void> {
  const system = systemContext(services);
  for (let id = await findDue(services, applier); id; id = await findDue(services, applier)) {
    try {
      await applyDuePublication(system, id);
      applier.failures.delete(id);
    } catch (error) {
      services.log.error({ err: error, publicationId: id }, 'could not apply a publication');
      await recordFailure(system, applier, id);
    }
  }
  await signTreeHead(system);
}

/** Counts a failure outside the transaction that was rolled back; the third voids the publication. */
async function recordFailure(system: Context, { failures }: Applier, id: number): Promise<void> {
  const count = (failures.get(id)?.count ?? 0) + 1;
  const pause = PAUSES_MS[Math.min(count, PAUSES_MS.length) - 1] ?? 0;
  failures.set(id, { count, retryAt: system.now() + pause });
  if (count <= PAUSES_MS.length) return;
  try {
    await voidPublication(system, id, GIVEN_UP);
    failures.delete(id);
  } catch (error) {
    system.log.error({ err: error, publicationId: id }, 'could not void a publication');
  }
}
