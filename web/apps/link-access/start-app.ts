const readMeta = (name: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [];

/** Starts the app in this document, at a path of it. Returns false if its code is not known, as in development. */
export async function startApp(path: string): Promise<boolean> {
  const files = readMeta('app-code');
  const script = files.find((file) => file.endsWith('.js'));
  if (script === undefined) return false;
  const ownStyles = document.querySelectorAll('link[rel="stylesheet"]');
  await Promise.all(files.filter((file) => file.endsWith('.css')).map(loadStyle));
  for (const style of ownStyles) style.remove();
  history.replaceState(null, '', path);
  // As public/start.js does.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  globalThis.earlyStart = fetch('/api/start', { headers: { accept: 'application/json' } });
  const app = document.createElement('div');
  app.id = 'app';
  document.body.prepend(app);
  await import(/* @vite-ignore */ script);
  return true;
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
}
