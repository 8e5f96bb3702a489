import type { Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findViewedActor } from '#server/authorization/groups/view-as.ts';
import { networkPrefix } from '#server/authorization/rate-limits.ts';
import { findSessionActors } from '#server/authorization/sign-in/find-session.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { encodeChanges, type LiveConnection } from './live-connection.ts';
import { isAdmitted, type Viewer, viewerKey } from './live-viewer.ts';

/** Connections that an actor, a network and all together may hold open in this process. */
const MAX_CONNECTIONS = { actor: 20, network: 1_000, all: 5_000 };

const TOO_MANY = 'Too many pages are open for live updates. This one asks for changes by itself.';

/** The actors that are connected to this process. */
export class Viewers {
  readonly #services: Pick<Services, 'db' | 'now'>;
  readonly #byKey = new Map<string, Viewer>();
  readonly #networks = new Map<string, number>();
  #count = 0;

  constructor(services: Pick<Services, 'db' | 'now'>) {
    this.#services = services;
  }

  get all(): readonly Viewer[] {
    return [...this.#byKey.values()];
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a connection until its stream is closed; refuses it when there are too many. */
  add(actor: Actor, connection: LiveConnection): Viewer {
    const key = viewerKey(actor, connection);
    const network = networkPrefix(connection.address);
    const ofNetwork = this.#networks.get(network) ?? 0;
    const known = this.#byKey.get(key);
    const isFull =
      this.#count >= MAX_CONNECTIONS.all ||
      ofNetwork >= MAX_CONNECTIONS.network ||
      (known?.connections.size ?? 0) >= MAX_CONNECTIONS.actor;
    if (isFull) throw new AppError('rate-limited', TOO_MANY);
    const viewer: Viewer = known ?? {
      actor,
      connections: new Set(),
      sight: undefined,
      isSightOutdated: false,
      approvals: new Map(),
      changes: new Map(),
    };
    viewer.actor = actor;
    this.#byKey.set(key, viewer);
    viewer.connections.add(connection);
    this.#networks.set(network, ofNetwork + 1);
    this.#count += 1;
    connection.stream.once('close', () => {
      viewer.connections.delete(connection);
      // A connection that was ended closes later, when another viewer may have its key.
      if (viewer.connections.size === 0 && this.#byKey.get(key) === viewer) this.#byKey.delete(key);
      const left = (this.#networks.get(network) ?? 1) - 1;
      if (left > 0) this.#networks.set(network, left);
      else this.#networks.delete(network);
      this.#count -= 1;
    });
    return viewer;
  }

  /**
   * Reads the rights of these viewers at a time again, and ends the connections that may not continue. Returns those who remain.
   */
  async refresh(viewers: readonly Viewer[], at: number): Promise<readonly Viewer[]> {
    const services = { ...this.#services, now: () => at };
    // Connections that are added meanwhile are not meant: their sessions are not read here.
    const held = viewers.flatMap((viewer) =>
      [...viewer.connections].map((connection) => ({ viewer, connection })),
    );
    const tokens = [...new Set(held.map(({ connection }) => connection.sessionToken))];
    const actors = await findSessionActors(services, tokens);
    for (const { viewer, connection } of held) {
      const own = actors.get(connection.sessionToken)?.(connection.address);
      const actor = await this.#actorOf(services, connection, own);
      if (actor && isAdmitted(actor)) viewer.actor = actor;
      else this.#end(viewer, connection);
    }
    return viewers.filter((viewer) => viewer.connections.size > 0);
  }

  async #actorOf(
    services: Pick<Services, 'db' | 'now'>,
    connection: LiveConnection,
    own: Actor | undefined,
  ): Promise<Actor | undefined> {
    if (own === undefined || connection.viewAsToken === undefined) return own;
    return findViewedActor(services, connection, own);
  }

  /** Nothing more is notified to a connection from here on, although closing it takes a moment. */
  #end(viewer: Viewer, connection: LiveConnection): void {
    viewer.connections.delete(connection);
    connection.end();
  }

  /** Sends what was noted for each viewer, as one event. */
  flush(): void {
    for (const viewer of this.#byKey.values()) {
      if (viewer.changes.size === 0) continue;
      const event = encodeChanges([...viewer.changes.values()]);
      viewer.changes.clear();
      for (const connection of viewer.connections) connection.send(event);
    }
  }

  sendAll(text: string): void {
    for (const { connections } of this.#byKey.values())
      for (const connection of connections) connection.send(text);
  }

  /** Ends the connections of these viewers, or of all, who are asked to come back. */
  endAll(isMeant: (viewer: Viewer) => boolean = () => true): void {
    for (const viewer of this.all.filter(isMeant))
      for (const connection of viewer.connections) {
        viewer.connections.delete(connection);
        connection.end(true);
      }
  }
}
