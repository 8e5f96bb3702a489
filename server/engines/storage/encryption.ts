import type { KeyObject } from 'node:crypto';

/** Describes how plaintext is stored. */
export interface Encryption {
  /** Used for this object only. */
  readonly key: KeyObject;
  /** Throws as soon as the bytes so far are too many. */
  assertSize(bytes: number): void;
  /** The memory of large chunks is freed once they are copied. */
  readonly freesChunks?: boolean | undefined;
}

/** Size and SHA-256 of the plaintext. */
export interface WrittenObject {
  readonly size: number;
  readonly sha256: string;
}
