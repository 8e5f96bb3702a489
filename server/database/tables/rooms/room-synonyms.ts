/** A term of a group of synonyms; groups and their terms are numbered in the order in which they are shown. */
export interface RoomSynonymsTable {
  room_id: number;
  group_number: number;
  term_number: number;
  term: string;
  /** The term as questions are compared with it. */
  term_key: string;
}
