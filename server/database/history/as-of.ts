import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
} from 'kysely';
import { HISTORY_TABLES, historyOf } from '../migrations/0037-evidence/history-tables.ts';
import { keptColumns } from '../migrations/0037-evidence/trigger-parts.ts';
import { WATERMARKED_DOWNLOADS } from '../migrations/0061-links/0061-link-levels.ts';
import type { Database } from '../open-database.ts';

/** A link that is looked at as a visitor of it, whether or not somebody came through it. */
export interface LinkVisitor {
  readonly linkId: number;
  /** The id of the invitation that such a visitor would have; no other row has it. */
  readonly invitationId: number;
}

/**
 * Returns the database as it was at an instant, for reading: in each statement, the tables with a history are replaced by their
 * rows of that instant. The access rule thus answers about the past too, and no second rule is needed.
 */
export const asOf = (db: Database, at: number, visitor?: LinkVisitor): Database =>
  db.withPlugin(new HistoryPlugin(definitionsAt(at, visitor)));

export interface Definition {
  readonly name: string;
  readonly columns: string;
  readonly history: string;
  /** Selects the rows of the history that were valid at the instant. */
  readonly condition: string;
  /** A query of one more row. */
  readonly added: string | undefined;
}

/**
 * Returns what each table had at an instant; that of the invitations comes last, since it reads links. Numbers stand in the text,
 * since the parameters of a statement are in the order of its parts.
 */
export function definitionsAt(at: number, visitor: LinkVisitor | undefined): Definition[] {
  if (![at, visitor?.linkId ?? 0, visitor?.invitationId ?? 0].every(Number.isSafeInteger))
    throw new Error('not an integer');
  const inOrder = [...HISTORY_TABLES].sort(
    (one, other) => Number(one.name === 'invitations') - Number(other.name === 'invitations'),
  );
  return inOrder.map((table) => ({
    name: table.name,
    columns: keptColumns(table),
    history: historyOf(table),
    condition: `valid_from_at <= ${at} and valid_until_at > ${at}`,
    added: table.name === 'invitations' && visitor ? invitationOf(visitor) : undefined,
  }));
}

function queryOf({ columns, history, condition, added }: Definition): string {
  const query = `select ${columns} from ${history} where ${condition}`;
  return added === undefined ? query : `${query} union all ${added}`;
}

/** The row that `admitVisitor` would insert for somebody who comes through a link. */
const invitationOf = ({ linkId, invitationId }: LinkVisitor): string => `
  select ${invitationId}, '-', 'visitor', 0,
    case links.settings when '{}' then 0 when '${WATERMARKED_DOWNLOADS}' then 2 else 1 end, links.owner_id, ${Number.MAX_SAFE_INTEGER},
    cast(null as bigint), cast(null as bigint), links.id from links where links.id = ${linkId}`;

class HistoryPlugin implements KyselyPlugin {
  readonly #definitions: readonly Definition[];

  constructor(definitions: readonly Definition[]) {
    this.#definitions = definitions;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (SelectQueryNode.is(node)) return this.#extendSelect(node);
    if (RawNode.is(node)) return this.#extendRaw(node);
    throw new Error('The past cannot be changed');
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;

  #extendSelect(node: SelectQueryNode): SelectQueryNode {
    const tables = this.#definitions.map((definition) =>
      CommonTableExpressionNode.create(
        CommonTableExpressionNameNode.create(definition.name),
        RawNode.createWithSql(`(${queryOf(definition)})`),
      ),
    );
    const expressions = [...tables, ...(node.with?.expressions ?? [])];
    return { ...node, with: { kind: 'WithNode', recursive: true, expressions } };
  }

  #extendRaw(node: RawNode): RawNode {
    const [first = '', ...rest] = node.sqlFragments;
    const tables = this.#definitions
      .map((definition) => `${definition.name} as (${queryOf(definition)})`)
      .join(', ');
    const match = /^\s*with\s+recursive\s/i.exec(first);
    const begin = match
      ? `with recursive ${tables}, ${first.slice(match[0].length)}`
      : `with recursive ${tables} ${first}`;
    return { ...node, sqlFragments: [begin, ...rest] };
  }
}
