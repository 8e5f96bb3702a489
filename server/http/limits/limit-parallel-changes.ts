import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { requesterKey, SAFE_METHODS } from './limit-change-rate.ts';

export interface TurnLimits {
  /** Changes of one requester that run at once while others make requests. */
  readonly beside: number;
  /** Changes of one requester that wait; further ones are refused. */
  readonly waiting: number;
  /** A turn ends with the answer, or after this time: a slow sender or a long change does not block the next one. */
  readonly turnMs: number;
  /** The time after a request in which its requester counts as active. */
  readonly activeMs: number;
}

export const CHANGE_TURNS: TurnLimits = { beside: 2, waiting: 256, turnMs: 1_000, activeMs: 1_000 };

interface Waiting {
  readonly isGone: () => boolean;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Lets users and visitors take turns in changes: while others make requests, each has a few that run at once, in the order of
 * their arrival. Thirty uploads of one owner would otherwise run between all steps of somebody else's list. Alone, a requester
 * has no limit, so that commits share a sync. Counts per process, since the limit protects the time of its main thread.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();
  /** The two requesters with the latest requests: one of them is another than any given one. */
  #latest = { key: '', at: Number.NEGATIVE_INFINITY };
  #earlier = this.#latest;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Notes that the requester made a request. */
  note(key: string): void {
    if (this.#latest.key !== key) this.#earlier = this.#latest;
    this.#latest = { key, at: performance.now() };
  }

  /**
   * Resolves to a function that ends the turn, or throws when too many wait. A request whose client is gone when its turn comes
   * is not carried out, and takes nobody's time.
   */
  async take(key: string, isGone: () => boolean = () => false): Promise<() => void> {
    if (!this.#hasRoom(key)) {
      const queue = (this.#waiting.get(key) ?? []).filter((waiting) => !this.#refuseGone(waiting));
      this.#waiting.set(key, queue);
      if (queue.length >= this.#limits.waiting) throw tooManyChanges();
      await new Promise<void>((start, refuse) => queue.push({ isGone, start, refuse }));
    } else this.#add(key, 1);
    const timer = setTimeout(() => end(), this.#limits.turnMs).unref();
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#add(key, -1);
      this.#startWaiting(key);
    };
    return end;
  }

  #hasRoom(key: string): boolean {
    const other = this.#latest.key === key ? this.#earlier : this.#latest;
    const isAlone = performance.now() - other.at > this.#limits.activeMs;
    return isAlone || (this.#running.get(key) ?? 0) < this.#limits.beside;
  }

  #startWaiting(key: string): void {
    const queue = this.#waiting.get(key);
    while (queue?.length && this.#hasRoom(key)) {
      const next = queue.shift();
      if (!next || this.#refuseGone(next)) continue;
      // Counted here, not when the waiting request goes on.
      this.#add(key, 1);
      next.start();
    }
    if (queue?.length === 0) this.#waiting.delete(key);
  }

  #refuseGone({ isGone, refuse }: Waiting): boolean {
    if (!isGone()) return false;
    refuse(tooManyChanges());
    return true;
  }

  #add(key: string, change: 1 | -1): void {
    const count = (this.#running.get(key) ?? 0) + change;
    if (count > 0) this.#running.set(key, count);
    else this.#running.delete(key);
  }
}

const tooManyChanges = (): AppError => {
  const message = 'Too many requests are being sent at once. Wait until some of them are done.';
  return new AppError('rate-limited', message, { retryAfterSeconds: 5 });
};

/**
 * Makes changes wait for their turn, before the actor is read again: a change is made with the rights that its requester then
 * has. Anonymous requests have no turns, as a network may be shared, and do not count as those of another requester: every user
 * who signs in makes one just before.
 */
export function limitParallelChanges(app: FastifyInstance, turns: Turns): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('preValidation', async (request) => {
    const { ctx, method } = request;
    // Requests for unknown URLs have no context.
    if (!ctx || ctx.actor.kind === 'anonymous') return;
    const key = requesterKey(ctx);
    turns.note(key);
    if (SAFE_METHODS.has(method)) return;
    ends.set(request, await turns.take(key, () => request.raw.socket.destroyed));
  });
  app.addHook('onResponse', async (request) => ends.get(request)?.());
}
