import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const web = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The part of rolldown's chunking context that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Modules of every page, and those of the signed-in home page. */
const APP = [web('apps/main/main.tsx')];
const HOME = [
  web('apps/main/layout.tsx'),
  web('pages/home-page.tsx'),
  // Parts that it loads at once, or once it is shown, though lazily.
  web('apps/main/sidebar/sidebar-edge.tsx'),
  web('features/files/list-options.tsx'),
  web('ui/lists/resize-handle.tsx'),
];
const SIGN_IN = [web('pages/auth-page.tsx')];
/** Modules of what floats above a page, with the libraries of menus and dialogs. */
const POPUPS = [
  web('ui/overlays/menu-content.tsx'),
  web('ui/overlays/dialog.tsx'),
  web('ui/overlays/tooltip.tsx'),
];
/** Modules that listen to the server once the first screen is complete. */
const LIVE = [web('apps/main/live/start-live-updates.ts')];
/** Apps in frames of their own, which must not load the main app's chunks. */
const FRAMES = [
  web('apps/pdf-viewer/viewer.ts'),
  web('apps/pdf-frame/frame.ts'),
  web('apps/document-frame/frame.ts'),
  // Parts that it loads lazily: otherwise they would load the app's style sheet too.
  web('apps/document-frame/render-docx.ts'),
  web('apps/document-frame/render-email.ts'),
  web('apps/document-frame/render-markdown.ts'),
  web('apps/document-frame/render-pptx.ts'),
  web('apps/link-access/access.ts'),
];

/**
 * Names the chunk of each module that the first screen needs, so that it comes in a few files in place of sixty: on a
 * connection with a long way to the server, every further request costs more than its bytes. All other modules are left
 * to the bundler.
 */
export function createFirstLoadChunks(): (id: string, graph: ModuleGraph) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    if (id.startsWith('\0rolldown')) return 'base';
    chunks ??= assignChunks(graph);
    return chunks.get(id) ?? null;
  };
}

/** Lets browsers fetch the home page together with the app, before the app's code asks for it (public/start.js). */
export function preloadHome(): Plugin {
  return {
    name: 'muniment-preload-home',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        const home = Object.values(bundle ?? {}).find(
          (chunk) => chunk.type === 'chunk' && chunk.name === 'home',
        );
        if (!home || !path.endsWith('apps/main/index.html')) return [];
        return [
          {
            tag: 'meta',
            attrs: { name: 'home-code', content: `/${home.fileName}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

function assignChunks(graph: ModuleGraph): ReadonlyMap<string, string> {
  const ofApp = listImports(APP, graph);
  const ofHome = listImports(HOME, graph);
  const ofSignIn = listImports(SIGN_IN, graph);
  const ofPopups = listImports(POPUPS, graph);
  const ofLive = listImports(LIVE, graph);
  const ofFrames = listImports(FRAMES, graph);
  const chunks = new Map<string, string>();
  for (const id of new Set([...ofApp, ...ofHome])) {
    if (ofFrames.has(id)) chunks.set(id, 'base');
    // What sign-in shares with the home page is small; it must not load the whole home page.
    else chunks.set(id, ofApp.has(id) || ofSignIn.has(id) ? 'app' : 'home');
  }
  for (const id of ofSignIn) if (!chunks.has(id) && !ofFrames.has(id)) chunks.set(id, 'sign-in');
  for (const id of ofPopups) if (!chunks.has(id) && !ofFrames.has(id)) chunks.set(id, 'popups');
  for (const id of ofLive) if (!chunks.has(id) && !ofFrames.has(id)) chunks.set(id, 'live');
  return chunks;
}

/** Lists the modules that some modules import, directly or not, except by dynamic imports. */
function listImports(ids: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set(ids);
  // A set passes on what is added while it is iterated.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
