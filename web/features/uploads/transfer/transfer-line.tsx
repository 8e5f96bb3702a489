import { useEffect, useState } from 'react';
import { getSentBytes, type UploadQueue } from '../upload-queue.ts';
import { addSample, describeTransfer, type TransferSample } from './transfer-rate.ts';

/** Says once for all uploads how far they are, how fast, and how long they still take. */
export function TransferLine({ uploads }: { uploads: UploadQueue }) {
  const [samples, setSamples] = useState<TransferSample[]>([]);
  const counted = uploads.filter(({ state }) => state.kind !== 'failed');
  const sentBytes = counted.reduce(
    (sum, upload) => sum + (upload.state.kind === 'done' ? upload.size : getSentBytes(upload)),
    0,
  );
  const totalBytes = counted.reduce((sum, { size }) => sum + size, 0);
  useEffect(() => setSamples((old) => addSample(old, { at: Date.now(), sentBytes })), [sentBytes]);
  // Keeps its height while nothing is known yet.
  return (
    <p className="min-h-5 px-3 pb-1 text-ink-muted text-xs tabular-nums">
      {describeTransfer(samples, totalBytes)}
    </p>
  );
}
