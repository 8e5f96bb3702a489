/** A template that every installation has. */
export interface DeliveredTemplate {
  /** The key of its row, which never changes. */
  readonly key: string;
  readonly name: string;
  /** Says in one line what it is for. */
  readonly description: string;
  /** Folders with the folders inside them, in the order of the index. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  readonly groups: readonly string[];
  /** Requests by area. */
  readonly requests: Readonly<Record<string, readonly string[]>>;
}
