const kept = new Map<string, unknown>();

/** Reads a collection once in a process, so that what is made of its documents, such as an index, can be kept with them. */
export function readOnce<Read>(name: string, read: () => Read): Read {
  if (!kept.has(name)) kept.set(name, read());
  return kept.get(name) as Read; // a name stands for one reader
}
