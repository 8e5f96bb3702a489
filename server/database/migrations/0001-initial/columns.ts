import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Column = (column) => column.notNull();

export const withDefault =
  (value: number | string): Column =>
  (column) =>
    column.notNull().defaultTo(value);

export const references =
  (target: string): Column =>
  (column) =>
    column.references(target);

export const requiredReference =
  (target: string): Column =>
  (column) =>
    column.notNull().references(target);

export const primaryKey: Column = (column) => column.primaryKey();

/** Creates tables with the types that differ between the two engines. */
export interface SchemaBuilder {
  readonly db: Kysely<unknown>;
  readonly engine: DatabaseEngine;
  /** The type of binary columns. */
  readonly bytes: RawBuilder<unknown>;
  create(table: string): CreateTableBuilder<string>;
  /** Begins a table with a generated key. Neither engine ever assigns the same key twice. */
  createWithId(table: string, idColumn?: string): CreateTableBuilder<string>;
  createIndex(name: string, table: string, columns: readonly string[]): Promise<void>;
}

export function createSchemaBuilder(db: Kysely<unknown>, engine: DatabaseEngine): SchemaBuilder {
  const create = (table: string): CreateTableBuilder<string> => db.schema.createTable(table);
  return {
    db,
    engine,
    bytes: engine === 'postgres' ? sql`bytea` : sql`blob`,
    create,
    createWithId: (table, idColumn = 'id') =>
      engine === 'postgres'
        ? create(table).addColumn(idColumn, 'bigint', (column) =>
            column.primaryKey().generatedAlwaysAsIdentity(),
          )
        : create(table).addColumn(idColumn, 'integer', (column) => column.primaryKey().autoIncrement()),
    async createIndex(name, table, columns) {
      await db.schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute();
    },
  };
}
