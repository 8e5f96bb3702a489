import { z } from 'zod';
import { writeAlias } from './index-mapping.ts';
import { type SearchServer, SearchServerError } from './search-server.ts';
import { readSeveral } from './writer-answers.ts';

const stateSource = z.object({
  stored: z.object({ position: z.number(), epoch: z.number(), writer: z.string() }),
});
const stateAnswer = z.object({ _seq_no: z.number(), _primary_term: z.number(), _source: stateSource });
const written = z.object({ _seq_no: z.number(), _primary_term: z.number() });

interface State {
  readonly position: number;
  /** Grows with each change of the writer; older writers' changes are refused by it. */
  readonly epoch: number;
  readonly writer: string;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** A writer that has recorded nothing for so long is replaced. */
const TAKEOVER_MS = 15_000;
const RENEWAL_MS = 5_000;
/** Versions of one writer; the epoch is above them. */
const VERSIONS_PER_EPOCH = 2 ** 32;
const STATE_PATH = '_doc/state?routing=state';

/**
 * Makes one node the writer of an index, without a clock that nodes share: a node takes over when the state has not changed for a
 * while. Each change carries a version that begins with the writer's epoch, so that the server refuses what an earlier writer,
 * which was only slow, still sends.
 */
export class WriterLease {
  readonly #server: SearchServer;
  readonly #index: string;
  readonly #writer: string;
  #state: State | undefined;
  #isHeld = false;
  #lastVersion = 0;
  #renewedAt = 0;
  /** The state of another writer, and since when it has been so. */
  #seen: { seqNo: number; since: number } | undefined;

  constructor(server: SearchServer, index: string, writer: string) {
    this.#server = server;
    this.#index = index;
    this.#writer = writer;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Returns whether this node is the writer, renewing or taking over the lease. */
  async claim(): Promise<boolean> {
    const now = performance.now();
    if (this.#isHeld && now - this.#renewedAt < RENEWAL_MS) return true;
    const state = await this.#read();
    const isOurs = this.#isHeld && state?.writer === this.#writer;
    this.#isHeld = isOurs;
    if (state !== undefined && !isOurs && !this.#isAbandoned(state, now)) return false;
    const { position = 0, epoch = 0 } = state ?? {};
    await this.#write(state, { position, epoch: isOurs ? epoch : epoch + 1 });
    return this.#isHeld;
  }

  /** Renews the lease while a change takes long; no other change may run meanwhile. */
  async renewDuring<Value>(change: () => Promise<Value>): Promise<Value> {
    let renewal: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      // A failure shows in the change itself, whose version is refused.
      renewal = renewal.then(() => this.claim()).catch(() => {});
    }, RENEWAL_MS);
    try {
      return await change();
    } finally {
      clearInterval(timer);
      await renewal;
    }
  }

  /** Returns a version above all earlier ones. @throws when this node is not the writer. */
  nextVersion(): number {
    if (!this.#isHeld || this.#state === undefined) throw notTheWriter();
    const first = this.#state.epoch * VERSIONS_PER_EPOCH;
    this.#lastVersion = Math.max(this.#lastVersion, first) + 1;
    return this.#lastVersion;
  }

  async readPosition(): Promise<number> {
    if (this.#isHeld && this.#state !== undefined) return this.#state.position;
    return (await this.#read())?.position ?? 0;
  }

  /** @throws when another node has become the writer meanwhile. */
  async setPosition(position: number): Promise<void> {
    if (!this.#isHeld || this.#state === undefined) throw notTheWriter();
    await this.#write(this.#state, { position, epoch: this.#state.epoch });
    if (!this.#isHeld) throw notTheWriter();
  }

  /** Lets another node take over at once. */
  async release(): Promise<void> {
    const state = this.#state;
    if (!this.#isHeld || state === undefined) return;
    this.#isHeld = false;
    await this.#send(state, { position: state.position, epoch: state.epoch, writer: '' }).catch(() => {});
  }

  #isAbandoned({ writer, seqNo }: State, now: number): boolean {
    if (writer === '') return true;
    if (this.#seen?.seqNo !== seqNo) this.#seen = { seqNo, since: now };
    return now - this.#seen.since >= TAKEOVER_MS;
  }

  async #read(): Promise<State | undefined> {
    const answer = await this.#server.find(`/${writeAlias(this.#index)}/${STATE_PATH}`);
    if (answer === undefined) return undefined;
    const { _seq_no: seqNo, _primary_term: primaryTerm, _source } = stateAnswer.parse(answer);
    return { ..._source.stored, seqNo, primaryTerm };
  }

  async #write(previous: State | undefined, next: { position: number; epoch: number }): Promise<void> {
    const content = { ...next, writer: this.#writer };
    try {
      const { _seq_no: seqNo, _primary_term: primaryTerm } = written.parse(
        await this.#send(previous, content),
      );
      this.#state = { ...content, seqNo, primaryTerm };
      this.#isHeld = true;
      this.#renewedAt = performance.now();
    } catch (error) {
      const isConflict = error instanceof SearchServerError && error.status === 409;
      if (!isConflict) throw error;
      this.#isHeld = false;
    }
  }

  #send(previous: State | undefined, content: { position: number; epoch: number; writer: string }) {
    const condition =
      previous === undefined
        ? '&op_type=create'
        : `&if_seq_no=${previous.seqNo}&if_primary_term=${previous.primaryTerm}`;
    const path = `/${writeAlias(this.#index)}/${STATE_PATH}&require_alias=true${condition}`;
    return this.#server.send('PUT', path, {
      kind: 'state',
      stored: content,
    });
  }
}

/**
 * Returns those of the indexes whose last writer has stopped, or that never had one. A writer that was killed keeps its index.
 */
export async function listUnclaimed(server: SearchServer, indexes: readonly string[]): Promise<string[]> {
  if (indexes.length === 0) return [];
  const docs = indexes.map((index) => ({ _index: writeAlias(index), _id: 'state', routing: 'state' }));
  const answers = readSeveral(await server.send('POST', '/_mget', { docs }));
  return indexes.filter((_, at) => {
    const { found, _source } = answers[at] ?? {};
    // Another version may describe its writer in another way.
    return found === false || stateSource.safeParse(_source).data?.stored.writer === '';
  });
}

const notTheWriter = (): Error => new Error('Another node keeps the search index up to date.');
