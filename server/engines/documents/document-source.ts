import type { Readable } from 'node:stream';

/** How an Office document becomes pages: as the program for its type prints it, or from its text alone. */
export type PageLayout = 'pdf' | 'text';

/** A document to read, render or convert. */
export interface DocumentSource {
  /** Names bytes that never change; results are cached under it. */
  readonly key: string;
  /** The extension of the file's name, in lower case and without the dot. */
  readonly type: string;
  /** Documents of different owners never share a process. */
  readonly owner: string;
  /** The only layout to render, awaited however long it takes. Without it, what is ready within seconds. */
  readonly layout?: PageLayout | undefined;
  bytes(): Promise<Readable>;
}
