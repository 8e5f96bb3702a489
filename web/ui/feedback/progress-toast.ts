import { dismissToast, toast, updateToast } from './toast.ts';

interface ProgressOptions {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Shorter work shows its outcome only. */
const DELAY_MS = 500;

const format = (count: number): string => count.toLocaleString('en-US');

/**
 * Runs work on many items; once it takes a while, under a toast with its progress and a button that stops it. `title`
 * says what is being done, such as 'Moving files'.
 */
export async function withProgressToast<Result>(
  title: string,
  total: number,
  work: (options: ProgressOptions) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let shown = describeProgress(0, total);
  let id: number | undefined;
  const timer = setTimeout(() => {
    const action = { label: 'Stop', onAction: () => controller.abort() };
    id = toast({ title, variant: 'info', ...shown, action });
  }, DELAY_MS);
  try {
    return await work({
      signal: controller.signal,
      onProgress: (done) => {
        shown = describeProgress(done, total);
        if (id !== undefined) updateToast(id, shown);
      },
    });
  } finally {
    clearTimeout(timer);
    if (id !== undefined) dismissToast(id);
  }
}

const describeProgress = (done: number, total: number) => ({
  description: `${format(done)} of ${format(total)}`,
  progress: done / total,
});
