import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { MEMBER_ROLES, ROLES, type Role, WRITTEN_ROLES } from './roles.ts';

/** The columns that the roles without one of their own have. */
const COLUMN_OF: Partial<Record<Role, (typeof WRITTEN_ROLES)[number]>> = {
  ...Object.fromEntries(MEMBER_ROLES.map((role) => [role, 'unrelated user'])),
  'link visitor': 'visitor',
  'visitor of an expired link': 'expired visitor',
  'visitor of a disabled link': 'revoked visitor',
  'visitor of a revoked link': 'revoked visitor',
  'link visitor who must accept terms': 'visitor',
};

/** Returns the expected status of each role from the columns of a row. */
export function expectedStatuses(columns: readonly number[], endpoint: Endpoint): Record<Role, number> {
  const of = (role: Role) => columns[WRITTEN_ROLES.map(String).indexOf(COLUMN_OF[role] ?? role)] ?? 0;
  const statuses = ROLES.map((role) => {
    const mustAccept = role === 'link visitor who must accept terms' && endpoint.caller !== 'anyone';
    return [role, mustAccept ? 403 : of(role)] as const;
  });
  return Object.fromEntries(statuses) as Record<Role, number>; // it has each role
}
