import type { ObjectStore } from './object-store.ts';
import { StorageError } from './storage-error.ts';

/** An operation of the store that has ended, without the key. */
export interface EndedStoreOperation {
  readonly operation: 'put' | 'get' | 'remove' | 'check';
  readonly durationMs: number;
  /** Why it failed, if it did. */
  readonly failure: string | undefined;
}

export type StoreObserver = (operation: EndedStoreOperation) => void;

/** Calls the observer after each operation. A read has ended once its bytes can be read. */
export function observeObjectStore(store: ObjectStore, observe: StoreObserver): ObjectStore {
  async function measure<T>(operation: EndedStoreOperation['operation'], run: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let failure: string | undefined;
    try {
      return await run();
    } catch (error) {
      failure = error instanceof StorageError ? error.failure : 'unavailable';
      throw error;
    } finally {
      observe({ operation, durationMs: performance.now() - begun, failure });
    }
  }
  const { newKey, putEncrypted } = store;
  return {
    ...(newKey && { newKey: () => newKey.call(store) }),
    ...(putEncrypted && {
      putEncrypted: (key, bytes, encryption) =>
        measure('put', () => putEncrypted.call(store, key, bytes, encryption)),
    }),
    put: (key, bytes) => measure('put', () => store.put(key, bytes)),
    get: (key, range) => measure('get', () => store.get(key, range)),
    read: (key, length) => measure('get', () => store.read(key, length)),
    remove: (key) => measure('remove', () => store.remove(key)),
    keys: () => store.keys(),
    list: () => store.list(),
    sweep: () => store.sweep(),
    readMarker: () => store.readMarker(),
    writeMarker: (text) => store.writeMarker(text),
    check: () => measure('check', () => store.check()),
  };
}
