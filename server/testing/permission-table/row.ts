import type { FormPart, TestClient } from '../clients/inject-client.ts';
import type { TestUser } from './roles.ts';

/** The fixture of a row: a folder of the owner, shared with the collaborator and the visitors. */
export interface RowFixture {
  readonly owner: TestUser;
  readonly collaborator: TestUser;
  readonly administrator: TestUser;
  readonly folderId: number;
  /** An account that nobody uses. */
  readonly accountId: number;
  /** Increments, for names that must be unique. */
  readonly number: number;
  /** Opens a link of an invitation in a new browser. */
  readonly visit: (inviteUrl: string) => Promise<TestClient>;
  /** Has a visitor of a link of the owner accept terms; returns the id of the acceptance. */
  readonly acceptTerms: (termsId: number) => Promise<number>;
}

export interface RowRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly form?: readonly FormPart[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The URL needs a signature, which each caller requests for itself. */
  readonly isSigned?: true;
  /** A raw body, of the type that the headers name. */
  readonly bytes?: string;
}

export interface Row {
  /** The name of the endpoint, such as `GET /api/folders/:id`. */
  readonly endpoint: string;
  readonly note: string;
  /** A status for each role, in the order of `ROLES`. */
  readonly statuses: string;
  /** The status of a member of a group of the room, where it is another than that of an unrelated user. */
  readonly memberStatus?: number;
  readonly request: (scene: RowFixture) => Promise<RowRequest> | RowRequest;
  /** The call answers once the background work of its fixture is done. */
  readonly awaitsJobs?: true;
}

/**
 * Defines a call with the status that each role gets. A call that may change its fixture gets a new one for
 * each role.
 */
export const row = (call: string, cells: string, ask: Row['request'] = () => ({}), note = ''): Row => ({
  endpoint: call,
  statuses: cells,
  request: ask,
  note,
});

/** Has the background work of the fixture done before the call. */
export const afterJobs = (row: Row): Row => ({ ...row, awaitsJobs: true });

/**
 * Common rows. Columns: anonymous, visitor, expired, revoked, unrelated, collaborator, owner, administrator,
 * deleted.
 */
export const USERS = '401 403 401 401 200 200 200 200 401';
export const ACTORS = '401 200 401 401 200 200 200 200 401';
export const ADMINISTRATORS = '401 403 401 401 403 403 403 200 401';
