// Loads the parts of the index of an archive on demand: scripts, since a page from a disk can read nothing else.

const waiting = new Map();
const loaded = new Map();

/** Receives the content of a part; each part calls it. */
globalThis.muniment = (kind, number, content) => waiting.get(`${kind}-${number}`)?.(content);

/** Loads a part of the index, once. */
export function load(kind, number) {
  const name = `${kind}-${number}`;
  if (loaded.has(name)) return loaded.get(name);
  const script = document.createElement('script');
  const content = new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    script.src = `index/${name}.js`;
    script.addEventListener('error', () => {
      loaded.delete(name);
      reject(new Error(`The file ${script.src} is missing.`));
    });
    document.head.append(script);
  }).finally(() => {
    script.remove();
    waiting.delete(name);
  });
  loaded.set(name, content);
  return content;
}
