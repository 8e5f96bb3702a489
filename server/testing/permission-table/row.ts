import type { FormPart } from '../clients/inject-client.ts';
import type { TestUser } from './roles.ts';

/** What a row's call is made on: a folder of the owner's that the collaborator and the visitors were let into. */
export interface RowFixture {
  readonly owner: TestUser;
  readonly collaborator: TestUser;
  readonly administrator: TestUser;
  readonly folderId: number;
  /** An account that does nothing. */
  readonly accountId: number;
  /** Counts up, for names that must not meet. */
  readonly number: number;
}

export interface RowRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly form?: readonly FormPart[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The address carries a signature, which each caller gets for themselves. */
  readonly isSigned?: true;
  /** A body that goes as it is, of the type that the headers tell. */
  readonly bytes?: string;
}

export interface Row {
  /** The endpoint's, as in `GET /api/folders/:id`. */
  readonly endpoint: string;
  readonly note: string;
  /** A status for each role, in their order. */
  readonly statuses: string;
  readonly request: (scene: RowFixture) => Promise<RowRequest> | RowRequest;
}

/** A call with the statuses that each role gets. What it is made on is made anew for each that may change it. */
export const row = (call: string, cells: string, ask: Row['request'] = () => ({}), note = ''): Row => ({
  endpoint: call,
  statuses: cells,
  request: ask,
  note,
});

/** Rows that recur. Columns: nobody, visitor, expired, revoked, unrelated, collaborator, owner, administrator, deleted. */
export const USERS = '401 403 401 401 200 200 200 200 401';
export const ACTORS = '401 200 401 401 200 200 200 200 401';
export const ADMINISTRATORS = '401 403 401 401 403 403 403 200 401';
