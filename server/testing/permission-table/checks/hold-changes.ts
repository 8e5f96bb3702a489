import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { Services } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';

/** The place at which a request is held: after the first byte of its body, or before the transaction with this number begins. */
export type HoldPoint = 'body' | number;

interface Hold {
  readonly point: HoldPoint;
  /** The transactions that the request has begun. */
  count: number;
  isAnswered: boolean;
  /** Called when the request is at the point. */
  reached(): void;
  /** Resolves once the request may go on. */
  readonly released: Promise<void>;
}

const holds = new AsyncLocalStorage<Hold>();
const watched = new WeakSet<Database>();

/** Makes transactions of the requests that `holdChange` sends wait, but not those of background work that a request wakes. */
function watchTransactions(services: Services): void {
  const { db, wakeJobs } = services;
  if (watched.has(db)) return;
  watched.add(db);
  Object.assign(services, {
    wakeJobs: (...kinds: Parameters<typeof wakeJobs>) => holds.exit(() => wakeJobs(...kinds)),
  });
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const builder = begin();
    const hold = holds.getStore();
    if (!hold || hold.isAnswered) return builder;
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      hold.count += 1;
      if (hold.count === hold.point) {
        hold.reached();
        await hold.released;
      }
      return execute(work);
    };
    return builder;
  };
}

/** Sends the first byte, and the rest once the request may go on. */
function heldBody(body: Buffer, { reached, released }: Hold): Readable {
  let place = 0;
  return new Readable({
    async read() {
      place += 1;
      if (place === 1) this.push(body.subarray(0, 1));
      else if (place === 2) {
        // The server reads a body only once it has admitted the request.
        reached();
        await released;
        this.push(body.subarray(1));
      } else this.push(null);
    },
  });
}

export interface HeldChange<T> {
  /** Resolves once the request is at the point, or to false when it was answered before. */
  readonly isHeld: Promise<boolean>;
  /** Lets the request go on; resolves to its answer and the number of its transactions. */
  release(): Promise<{ answer: T; transactions: number }>;
}

/** Sends a request and holds it at a point; `send` gets the body. */
export function holdChange<T>(
  services: Services,
  point: HoldPoint,
  body: Buffer,
  send: (body: Buffer | Readable) => Promise<T>,
): HeldChange<T> {
  watchTransactions(services);
  const { promise: arrived, resolve: reached } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hold: Hold = { point, count: 0, isAnswered: false, reached, released };
  const answered = holds
    .run(hold, () => send(point === 'body' ? heldBody(body, hold) : body))
    .finally(() => {
      hold.isAnswered = true;
    });
  // A test that fails before it releases the request does not wait for the answer.
  answered.catch(() => {});
  return {
    isHeld: Promise.race([arrived.then(() => true), answered.then(() => false)]),
    async release() {
      release();
      const answer = await answered;
      return { answer, transactions: hold.count };
    },
  };
}
