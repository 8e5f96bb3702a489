import { z } from 'zod';
import { createIndexBody, createMeta, type IndexMeta, writeAlias } from './index-mapping.ts';
import {
  createMissingIndexError,
  isMissingIndex,
  type SearchServer,
  SearchServerError,
} from './search-server.ts';
import { listUnclaimed } from './writer-lease.ts';

const indexMeta = z.object({
  product: z.literal('muniment'),
  installation: z.string(),
  records: z.number(),
  analysis: z.number(),
});
const mappings = z.record(z.string(), z.object({ mappings: z.object({ _meta: z.unknown().optional() }) }));

/** The index that answers, and the one that is written: another one while it is built beside the first. */
export interface Generations {
  readonly serving: string;
  readonly writing: string;
}

interface Found {
  readonly name: string;
  readonly meta: IndexMeta;
}

/** Names of the indexes are the alias and a number: `muniment-1`. */
export class IndexGenerations {
  readonly #server: SearchServer;
  readonly #alias: string;
  readonly #meta: IndexMeta;

  constructor(server: SearchServer, alias: string, installation: string) {
    this.#server = server;
    this.#alias = alias;
    this.#meta = createMeta(installation);
  }

  /**
   * Finds the index behind the alias, and creates the first one. An index of earlier records answers until the next one is
   * complete. @throws when the index belongs to another installation, whose documents have the same ids.
   */
  async open(): Promise<Generations> {
    const found = await this.#read(this.#alias);
    if (found === undefined) {
      const first = this.#numbered(1);
      await this.#create(first, true);
      return { serving: first, writing: first };
    }
    const { name, meta } = found;
    if (this.#isCurrent(meta)) {
      await this.#removeAbandoned(name);
      return { serving: name, writing: name };
    }
    return { serving: name, writing: await this.#openNext(this.#numberOf(name) + 1) };
  }

  /**
   * Opens the index that is being built, from this number on, or creates it. One that another version builds has other records.
   */
  async #openNext(number: number): Promise<string> {
    const next = this.#numbered(number);
    const found = await this.#read(next);
    if (found !== undefined && !this.#isCurrent(found.meta)) return this.#openNext(number + 1);
    if (found === undefined) await this.#create(next, false);
    return next;
  }

  /**
   * Lets the written index answer in place of the one that does, which is removed in the same step, and with it all earlier ones:
   * another version may have begun them and been replaced before they were complete. Another node may have done the same since
   * `open`. @throws when a later index answers: look for the index again.
   */
  async switch(writing: string): Promise<Generations> {
    const switched = { serving: writing, writing };
    const answering = (await this.#read(this.#alias))?.name;
    if (answering === writing) return switched;
    const isEarlier = (name: string) => this.#numberOf(name) < this.#numberOf(writing);
    if (answering !== undefined && !isEarlier(answering))
      throw createMissingIndexError(`The index ${writing} was replaced by ${answering} meanwhile.`);
    const earlier = (await this.#listAll()).map(({ name }) => name).filter(isEarlier);
    const replaced = new Set(answering === undefined ? earlier : [answering, ...earlier]);
    await this.#server.send('POST', '/_aliases', {
      actions: [
        ...[...replaced].map((index) => ({ remove_index: { index } })),
        { add: { index: writing, alias: this.#alias } },
      ],
    });
    await this.#removeAbandoned(writing);
    return switched;
  }

  /** Replaces everything by an empty index. */
  async replace({ serving, writing }: Generations): Promise<Generations> {
    const names = [serving, writing, ...(await this.#listAll()).map(({ name }) => name)];
    const next = this.#numbered(Math.max(...names.map((name) => this.#numberOf(name))) + 1);
    await this.#create(next, false);
    return this.switch(next);
  }

  /**
   * Removes the indexes that an earlier version began beside the one that answers and that no node writes any more: they keep the
   * texts of documents that are deleted later. A failure must not keep the index from answering; the next start tries again.
   */
  async #removeAbandoned(answering: string): Promise<void> {
    const isOfEarlierVersion = ({ name, meta }: Found) =>
      this.#numberOf(name) > this.#numberOf(answering) &&
      meta.records <= this.#meta.records &&
      meta.analysis <= this.#meta.analysis &&
      !this.#isCurrent(meta);
    try {
      const begun = (await this.#listAll()).filter(isOfEarlierVersion).map(({ name }) => name);
      const removed = await listUnclaimed(this.#server, begun);
      if (removed.length > 0) await this.#server.send('DELETE', `/${removed.join(',')}`);
    } catch (error) {
      if (!(error instanceof SearchServerError)) throw error;
    }
  }

  /** Lists the indexes of this installation, also those that neither answer nor are written. */
  async #listAll(): Promise<Found[]> {
    const answer = mappings.parse(await this.#server.send('GET', `/${this.#alias}-*/_mapping`));
    return Object.entries(answer).flatMap(([name, { mappings: found }]) => {
      const { data: meta } = indexMeta.safeParse(found._meta);
      const isOurs = meta?.installation === this.#meta.installation;
      return isOurs && name === this.#numbered(this.#numberOf(name)) ? [{ name, meta }] : [];
    });
  }

  #numbered(number: number): string {
    return `${this.#alias}-${number}`;
  }

  #numberOf(name: string): number {
    return Number(name.slice(this.#alias.length + 1)) || 0;
  }

  #isCurrent({ records, analysis }: IndexMeta): boolean {
    return records === this.#meta.records && analysis === this.#meta.analysis;
  }

  async #read(name: string): Promise<Found | undefined> {
    const answer = await this.#server.send('GET', `/${name}/_mapping`).catch((error: unknown) => {
      if (isMissingIndex(error)) return undefined;
      throw error;
    });
    const [found, ...others] = answer === undefined ? [] : Object.entries(mappings.parse(answer));
    if (found === undefined) return undefined;
    const meta = indexMeta.safeParse(found[1].mappings._meta);
    if (others.length > 0 || meta.data?.installation !== this.#meta.installation) {
      throw new Error(
        `The index ${name} on the search server does not belong to this installation; set SEARCH_INDEX_PREFIX to another name`,
      );
    }
    return { name: found[0], meta: meta.data };
  }

  async #create(name: string, isServing: boolean): Promise<void> {
    const body = createIndexBody(this.#meta);
    const aliases = { [writeAlias(name)]: {}, ...(isServing && { [this.#alias]: {} }) };
    try {
      await this.#server.send('PUT', `/${name}`, { ...body, aliases });
    } catch (error) {
      // Another node was faster.
      const isKnown =
        error instanceof SearchServerError && error.type === 'resource_already_exists_exception';
      if (!isKnown) throw error;
      await this.#read(name);
    }
  }
}
