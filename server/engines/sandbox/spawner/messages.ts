/** The target of a standard stream of a started process: the server, or a file. */
export type StreamTarget = { readonly to: 'server' } | { readonly to: 'file'; readonly path: string };

/** Describes a process to start. Its standard error leads nowhere. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin: StreamTarget;
  /** A file must not exist yet. */
  readonly stdout: StreamTarget;
  /** Makes a process group, which is ended as a whole. */
  readonly isGroup: boolean;
}

/** Identifies the connections of a process: nobody else can guess it. */
export type StartId = string;
/** Each connection begins with the id of the process, a UUID, and a digit: 0 for its input, 1 for its output. */
export const HEADER_BYTES = 37;

export type ToSpawner =
  | ({ readonly kind: 'start'; readonly id: StartId } & StartCommand)
  | { readonly kind: 'kill'; readonly id: StartId; readonly signal: NodeJS.Signals };

export type FromSpawner =
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly id: StartId; readonly pid: number }
  | { readonly kind: 'failed'; readonly id: StartId; readonly message: string }
  | {
      readonly kind: 'exited';
      readonly id: StartId;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
    };
