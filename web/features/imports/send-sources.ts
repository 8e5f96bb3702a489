import { openTusUpload } from '#web/features/uploads/tus-upload.ts';

/** A file to import, with its path in the chosen folder. */
export interface Source {
  readonly path: string;
  readonly file: File;
}

const CONCURRENCY = 4;

interface SendOptions {
  readonly importId: number;
  readonly userId: number;
  readonly signal: AbortSignal;
  /** Receives the share of the bytes that were sent, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Uploads the sources of an import, several at a time; resumes after a lost connection. */
export async function sendSources(
  sources: readonly Source[],
  { importId, userId, signal, onProgress }: SendOptions,
): Promise<void> {
  // An empty file counts too: otherwise a folder of them would show no progress.
  const sizeOf = ({ size }: File): number => size + 1;
  const total = sources.reduce((sum, { file }) => sum + sizeOf(file), 0);
  const sent = new Map<Source, number>();
  let sum = 0;
  const setSent = (source: Source, bytes: number): void => {
    sum += bytes - (sent.get(source) ?? 0);
    sent.set(source, bytes);
    onProgress(sum / total);
  };
  const left = sources.values();
  async function work(): Promise<void> {
    for (const source of left) {
      signal.throwIfAborted();
      const upload = await openTusUpload({
        file: source.file,
        folderId: null,
        allowDownload: true,
        source: { importId, path: source.path },
        userId,
        beforeRequest: () => signal.throwIfAborted(),
      });
      await upload.send({ signal, onProgress: (bytes) => setSent(source, bytes), onOffline() {} });
      setSent(source, sizeOf(source.file));
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
