import type { Readable } from 'node:stream';

/** A document to read, render or convert. */
export interface DocumentSource {
  /** Names bytes that never change; results are cached under it. */
  readonly key: string;
  /** The extension of the file's name, in lower case and without the dot. */
  readonly type: string;
  /** Documents of different owners never share a process. */
  readonly owner: string;
  bytes(): Promise<Readable>;
}
