import type { Actor } from './actor.ts';

/** A policy names each action on a kind of thing and says who may do it. What it does not name, nobody may. */
export type Policy<Resource> = Readonly<Record<string, (actor: Actor, resource: Resource) => boolean>>;
