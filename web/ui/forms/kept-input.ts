/** Input of a form that had not been saved when the session ended. */
interface KeptInput {
  /** Names the person who entered it. */
  readonly owner: string;
  readonly path: string;
  readonly form: string;
  readonly input: unknown;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly isAnnounced: boolean;
}

const STORAGE_KEY = 'kept-input';
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

interface Source {
  readonly form: string;
  /** Returns what was entered, without secrets; `undefined` where nothing would be lost. */
  readonly read: () => unknown;
}

/** The forms of the page. */
const sources = new Set<Source>();
/** The person who is signed in. */
let owner: string | null = null;

/** Has the input of a form kept if the session ends while the form is shown. Returns a function that ends this. */
export function watchInput(form: string, read: () => unknown): () => void {
  const source = { form, read };
  sources.add(source);
  return () => void sources.delete(source);
}

/** Keeps the input of all forms of the page until its owner signs in again in this tab. */
export function keepInput(): void {
  if (owner === null) return;
  const common = { owner, path: location.pathname, keptAt: Date.now(), isAnnounced: false };
  const added = [...sources].flatMap(({ form, read }) => {
    const input = read();
    return input === undefined ? [] : { ...common, form, input };
  });
  const isReplaced = (old: KeptInput) => added.some((each) => isOf(old, each));
  if (added.length > 0) write([...readStored().filter((old) => !isReplaced(old)), ...added]);
  owner = null;
}

/**
 * Deletes what others have entered in this tab, and what is too old. Returns true where something is kept of which the
 * person who has signed in was not yet notified.
 */
export function admitOwner(admitted: string): boolean {
  owner = admitted;
  const stored = readStored();
  const own = stored.filter((each) => each.owner === admitted && Date.now() - each.keptAt < MAX_AGE_MS);
  if (stored.length > 0) write(own.map((each) => ({ ...each, isAnnounced: true })));
  return own.some(({ isAnnounced }) => !isAnnounced);
}

/** Returns what was kept of a form of this page, and keeps it no longer. */
export function takeInput(form: string): unknown {
  const wanted = { owner, path: location.pathname, form };
  const stored = readStored();
  const found = stored.find((each) => isOf(each, wanted));
  if (!found) return undefined;
  write(stored.filter((each) => each !== found));
  return Date.now() - found.keptAt < MAX_AGE_MS ? found.input : undefined;
}

/** Deletes everything that is kept. */
export function forgetInput(): void {
  write([]);
}

const isOf = (
  kept: KeptInput,
  { owner, path, form }: { owner: string | null; path: string; form: string },
): boolean => kept.owner === owner && kept.path === path && kept.form === form;

function readStored(): readonly KeptInput[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    // A browser that blocks storage keeps nothing.
    return [];
  }
}

function write(kept: readonly KeptInput[]): void {
  try {
    if (kept.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Without storage, or with more than it holds, the input is lost with the page.
  }
}
