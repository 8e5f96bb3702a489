import type { Environment } from './environment.ts';

const ROLES = ['web', 'worker', 'index'] as const;

export type Role = (typeof ROLES)[number];

/** Tasks of a process: `web` serves the app and the API, `worker` runs jobs, `index` holds a search index. */
export type Roles = Readonly<Record<Role, boolean>>;

/** Reads ROLES and refuses what cannot work. All roles by default. */
export function readRoles({ ROLES: text, DATABASE_URL: databaseUrl }: Environment): Roles {
  const names = text === undefined ? [...ROLES] : text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isRole(name));
  if (unknown !== undefined)
    throw new Error(`ROLES has an unknown role: ${unknown}. There are ${ROLES.join(', ')}`);
  const roles = {
    web: names.includes('web'),
    worker: names.includes('worker'),
    index: names.includes('index'),
  };
  if (roles.web && !roles.index)
    throw new Error(
      'ROLES has web without index: a web node answers searches from its own index. Set ROLES=web,index',
    );
  if (!roles.web && !roles.worker)
    throw new Error(
      'ROLES has index alone: an index is used by the web or the worker of its process. Add one of them',
    );
  if (databaseUrl === undefined && !(roles.web && roles.worker))
    throw new Error(
      'ROLES needs DATABASE_URL: with SQLite a single process does everything. Remove ROLES, or move to PostgreSQL',
    );
  return roles;
}

const isRole = (name: string): name is Role => ROLES.some((role) => role === name);

/** Lists the roles of a process, in a fixed order. */
export const listRoles = (roles: Roles): Role[] => ROLES.filter((role) => roles[role]);
