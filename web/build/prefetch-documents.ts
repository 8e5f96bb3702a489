import type { Plugin, Rolldown } from 'vite';

const PAGE = 'apps/link-access/access.html';
/** The modules whose code shows what a link opens: a folder, and a file with its pages, with the app below them. */
const OPENED = [
  'pages/folder/folder-page.tsx',
  'pages/file-page.tsx',
  'features/viewers/viewer.tsx',
  'features/viewers/pages/page-viewer.tsx',
];

/** The module whose code starts the app. */
const APP = 'apps/main/main.tsx';

/**
 * Names the code that shows documents on the page of a link, which fetches it while visitors look for their code, and the code
 * and style sheet of the app, which it starts.
 */
export function prefetchDocuments(): Plugin {
  return {
    name: 'muniment-prefetch-documents',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        if (!bundle || !path.endsWith(PAGE)) return [];
        const files = Object.values(bundle);
        const next = listFiles(files, OPENED);
        const app = listFiles(files, [APP]);
        // The chunk of the module comes first.
        const started = app.filter((name, index) => index === 0 || name.endsWith('.css'));
        return [
          { tag: 'meta', attrs: { name: 'next-code', content: next.join(' ') }, injectTo: 'head' },
          { tag: 'meta', attrs: { name: 'app-code', content: started.join(' ') }, injectTo: 'head' },
        ];
      },
    },
  };
}

/** Lists the chunks with some modules and what they import, then their style sheets. */
function listFiles(
  bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[],
  modules: readonly string[],
): string[] {
  const chunks = new Map(
    bundle.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const found = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  for (const chunk of chunks.values())
    if (chunk.moduleIds.some((id) => modules.some((module) => id.endsWith(`/web/${module}`)))) add(chunk);
  return [...found, ...styles].map((name) => `/${name}`);
}
