import { close, open, read } from 'node:fs';

/**
 * Reads a file that should be so long, and one byte more if there is one. Takes three calls of the system, each in a thread;
 * Node's own `readFile` takes five, since it does not know the length.
 */
export function readWhole(path: string, length: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const buffer = Buffer.allocUnsafeSlow(length + 1);
  open(path, 'r', (failure, file) => {
    if (failure) return reject(failure);
    const finish = (end: () => void): void => close(file, end);
    const readFrom = (filled: number): void =>
      read(file, buffer, filled, buffer.length - filled, null, (error, count) => {
        if (error) return finish(() => reject(error));
        const now = filled + count;
        // A file that is shorter ends with a call that reads nothing.
        if (count > 0 && now < length) return readFrom(now);
        finish(() => resolve(buffer.subarray(0, now)));
      });
    readFrom(0);
  });
  return promise;
}
