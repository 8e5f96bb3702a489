import type { Actor } from './actor.ts';

/** A policy names each action on a kind of object and says who may do it. Actions that it does not name are denied. */
export type Policy<Resource> = Readonly<Record<string, (actor: Actor, resource: Resource) => boolean>>;
