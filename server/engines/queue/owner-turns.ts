import type { OwnerTurn } from './claim-by-owner.ts';

/** Counts the running jobs of each owner, and remembers whose turn was last. */
export class OwnerTurns {
  readonly #maxPerOwner: number;
  readonly #running = new Map<number, number>();
  #lastOwner = -1;

  constructor(maxPerOwner: number) {
    this.#maxPerOwner = maxPerOwner;
  }

  next(): OwnerTurn {
    const busy = [...this.#running].filter(([, count]) => count >= this.#maxPerOwner);
    return { lastOwner: this.#lastOwner, busyOwners: busy.map(([owner]) => owner) };
  }

  /** Records that a job of the owner runs; the returned function records its end. */
  begin(owner: number): () => void {
    this.#lastOwner = owner;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    return () => {
      const left = (this.#running.get(owner) ?? 0) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
    };
  }
}
