import { fileURLToPath } from 'node:url';

const web = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The part of rolldown's chunking context that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Modules of every page, and those of the signed-in home page. */
const APP = [web('apps/main/main.tsx')];
const HOME = [web('apps/main/layout.tsx'), web('pages/home-page.tsx')];
const SIGN_IN = [web('pages/auth-page.tsx')];
/** Apps in frames of their own, which must not load the main app's chunks. */
const FRAMES = [
  web('apps/pdf-viewer/viewer.ts'),
  web('apps/document-frame/frame.ts'),
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
    chunks ??= assignChunks(graph);
    return chunks.get(id) ?? null;
  };
}

function assignChunks(graph: ModuleGraph): ReadonlyMap<string, string> {
  const ofApp = listImports(APP, graph);
  const ofHome = listImports(HOME, graph);
  const ofSignIn = listImports(SIGN_IN, graph);
  const ofFrames = listImports(FRAMES, graph);
  const chunks = new Map<string, string>();
  for (const id of new Set([...ofApp, ...ofHome])) {
    if (ofFrames.has(id)) chunks.set(id, 'base');
    // What sign-in shares with the home page is small; it must not load the whole home page.
    else chunks.set(id, ofApp.has(id) || ofSignIn.has(id) ? 'app' : 'home');
  }
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
