/** The place of an entry in its folder. It counts while `parent_id` is the folder that the entry is in. */
export interface EntryPositionsTable {
  entry_kind: 'folder' | 'file';
  entry_id: number;
  parent_id: number;
  /** A fractional key, compared byte by byte: a move changes one row. */
  order_key: string;
}
