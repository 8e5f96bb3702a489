import type { CompiledQuery, LogEvent, OperationNode } from 'kysely';

/** A query that has ended, without its text and its parameters: either may contain what people wrote. */
interface EndedQuery {
  readonly operation: 'select' | 'insert' | 'update' | 'delete' | 'merge' | 'other';
  /** The first table that it names; absent when it begins with a subquery. */
  readonly table: string | undefined;
  readonly durationMs: number;
  /** The code of the driver, if it failed. */
  readonly failure: string | undefined;
}

export type QueryObserver = (query: EndedQuery) => void;

const OPERATIONS: Readonly<Record<string, EndedQuery['operation']>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
  MergeQueryNode: 'merge',
};

/** Codes of SQLite and the system, SQLSTATE of PostgreSQL. */
const CODE = /^[A-Z0-9_]{1,40}$/;

export function describeQuery(event: LogEvent): EndedQuery {
  const { query, queryDurationMillis: durationMs } = event;
  return {
    operation: OPERATIONS[query.query.kind] ?? 'other',
    table: tableOf(query.query),
    durationMs,
    failure: event.level === 'error' ? codeOf(event.error) : undefined,
  };
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? code : 'error';
}

function tableOf(query: CompiledQuery['query']): string | undefined {
  if (query.kind === 'SelectQueryNode' || query.kind === 'DeleteQueryNode')
    return nameOf(query.from?.froms[0]);
  if (query.kind === 'InsertQueryNode') return nameOf(query.into);
  if (query.kind === 'UpdateQueryNode') return nameOf(query.table);
  return undefined;
}

/** Returns the name of a table, which our code wrote; nothing for a subquery or an expression. */
function nameOf(node: OperationNode | undefined): string | undefined {
  if (!node) return undefined;
  if ('node' in node) return nameOf(node.node as OperationNode); // an alias
  if (node.kind !== 'TableNode' || !('table' in node)) return undefined;
  const { identifier } = node.table as { identifier: { name: string } }; // a SchemableIdentifierNode
  return identifier.name;
}
