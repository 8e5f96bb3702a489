import { neededTokenScope } from '#server/authorization/api-tokens/assert-token-allows.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import type { Role } from '#server/testing/permission-table/roles.ts';
import type { Stage } from '#server/testing/permission-table/scene.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

/** Somebody who makes a call, and what takes the right to it away. */
interface Holder {
  readonly client: TestClient;
  withdraw(): Promise<unknown>;
}

export interface Withdrawal {
  readonly name: string;
  /** The role of the caller before and after it. */
  readonly from: Role;
  readonly to: Role;
  open(testApp: TestApp, stage: Stage): Promise<Holder>;
}

const assertDone = ({ status, body }: { status: number; body: unknown }): void => {
  if (status !== 200) throw new Error(`Nothing was withdrawn: ${JSON.stringify(body)}`);
};

const signOut = (role: Role): Withdrawal => ({
  name: 'session ended',
  from: role,
  to: 'deleted user',
  async open(_testApp, stage) {
    const client = await stage.clientOf(role);
    return { client, withdraw: async () => assertDone(await client.post('/api/logout')) };
  },
});

const revokeToken = (role: Role, scope: 'read' | 'write' | 'admin'): Withdrawal => ({
  name: 'token revoked',
  from: role,
  to: 'deleted user',
  async open({ server }, stage) {
    const owner = await stage.clientOf(role);
    const client = await createTokenClient(server, owner, { scope });
    return { client, withdraw: async () => assertDone(await owner.delete(`/api/user/tokens/${client.id}`)) };
  },
});

type Change = (chief: TestClient, id: number) => ReturnType<TestClient['send']>;

/** Changes the account of an administrator of this withdrawal alone. */
const changeAdministrator = (name: string, to: Role, change: Change): Withdrawal => ({
  name,
  from: 'administrator',
  to,
  async open(testApp) {
    const chief = await testApp.user({ isAdmin: true });
    const client = await testApp.user({ isAdmin: true });
    return { client, withdraw: async () => assertDone(await change(chief, client.id)) };
  },
});

/** Removes a collaborator: a new one, or the one of the scene where the call is about what is theirs. */
const removeCollaborator = (whose: 'new' | 'scene'): Withdrawal => ({
  name: 'collaborator removed',
  from: 'collaborator',
  to: 'unrelated user',
  async open(testApp, stage) {
    const { owner, folderId, collaborator } = stage.scene;
    const person = whose === 'new' ? await testApp.user() : collaborator;
    const client = whose === 'new' ? person : await stage.clientOf('collaborator');
    if (whose === 'new') await testApp.share(folderId, person);
    const path = `/api/folders/${folderId}/collaborators/${person.id}`;
    return { client, withdraw: async () => assertDone(await owner.delete(path)) };
  },
});

/** Changes the invitation of a visitor, or the link through which the visitor came. */
const changeVisit = (
  name: string,
  [from, to]: readonly [Role, Role],
  change: (testApp: TestApp, visit: { id: number; link_id: number | null }, stage: Stage) => Promise<unknown>,
): Withdrawal => ({
  name,
  from,
  to,
  async open(testApp, stage) {
    const client = await stage.clientOf(from);
    const visit = await testApp.server.services.db
      .selectFrom('invitations')
      .select(['id', 'link_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { client, withdraw: () => change(testApp, visit, stage) };
  },
});

const OTHERS: readonly Withdrawal[] = [
  changeAdministrator('account deleted', 'deleted user', (chief, id) =>
    chief.delete(`/api/admin/users/${id}`),
  ),
  changeAdministrator('administrator demoted', 'unrelated user', (chief, id) =>
    chief.patch(`/api/admin/users/${id}`, { isAdmin: false }),
  ),
  changeVisit('invitation revoked', ['visitor', 'revoked visitor'], async (_testApp, { id }, { scene }) =>
    assertDone(await scene.owner.delete(`/api/invitations/${id}`)),
  ),
  changeVisit('invitation expired', ['visitor', 'expired visitor'], ({ server: { services } }, { id }) =>
    services.db
      .updateTable('invitations')
      .set({ expires_at: services.now() - 1 })
      .where('id', '=', id)
      .execute(),
  ),
  changeVisit(
    'link disabled',
    ['link visitor', 'visitor of a disabled link'],
    async (_testApp, { link_id }, { scene }) =>
      assertDone(await scene.owner.patch(`/api/links/${link_id}`, { disabled: true })),
  ),
];

/** Lists what takes away the right to a call, given the status of each role in its row. */
export function listWithdrawals(endpoint: Endpoint, statuses: Readonly<Record<Role, number>>): Withdrawal[] {
  // The owner of the folder may not: an upload refuses them before its body arrives. It is about something of the collaborator.
  const isOfCollaborator = statuses.owner >= 400 && statuses.administrator < 400;
  const user = isOfCollaborator || endpoint.caller === 'administrator' ? 'administrator' : 'owner';
  const scope = neededTokenScope(endpoint);
  // A token of an administrator has their rights in calls for administrators alone.
  const hasToken = scope === 'admin' || (scope !== 'never' && !isOfCollaborator);
  const ends = [signOut(user), ...(hasToken ? [revokeToken(user, scope)] : [])];
  const others = [...OTHERS, removeCollaborator(isOfCollaborator ? 'scene' : 'new')];
  return [...ends, ...others.filter(({ from, to }) => statuses[from] < 400 && statuses[to] >= 400)];
}
