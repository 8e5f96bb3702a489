/** What tus-js-client keeps of uploads that can go on: their addresses, and the names of the files. */
const TUS_STORAGE_PREFIX = 'tus::';

/** For the end of a session: whoever comes next at this screen learns nothing of them. */
export function clearStoredUploads(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(TUS_STORAGE_PREFIX)) localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
