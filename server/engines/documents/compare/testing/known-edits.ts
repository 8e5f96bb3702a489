import type { ComparedBlock } from '../compared-text.ts';

type Draft = Pick<ComparedBlock, 'kind' | 'text' | 'page'>;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** An edit with the places that a comparison may show: a moved text can also be seen as what it was moved over. */
interface KnownEdit {
  readonly kind: EditKind;
  readonly a?: Range;
  readonly b?: Range;
}

export const editKinds = [
  'insert',
  'delete',
  'replace',
  'move',
  'page break',
  'footnote',
  'table cell',
] as const;
export type EditKind = (typeof editKinds)[number];

/** Adds the offsets that an extracted text has. */
export function toBlocks(drafts: readonly Draft[]): ComparedBlock[] {
  let start = 0;
  return drafts.map((draft) => {
    const block = { ...draft, start };
    start += draft.text.length + 1;
    return block;
  });
}

const WORDS =
  'the of and to a in that is shall be for party agreement seller buyer shares closing date price notice under any such by or not with this as may on law rights all from other written material obligation company transfer warranty days'.split(
    ' ',
  );

/** A generator of pseudorandom numbers below 1 (mulberry32), so that a pair is known by its seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A paragraph with what became of it: `null` is one that was added or removed. */
interface Pair {
  before: Draft | null;
  after: Draft | null;
  kind?: EditKind;
}

/** Writes a contract in two versions, with each of the edits in a paragraph of its own. */
export function makeEditedPair(
  seed: number,
  { paragraphs, edits }: { paragraphs: number; edits: readonly EditKind[] },
): { before: ComparedBlock[]; after: ComparedBlock[]; edits: KnownEdit[] } {
  const random = createRandom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  const sentence = () => {
    const words = Array.from({ length: 8 + pick(14) }, () => WORDS[pick(WORDS.length)] ?? '');
    return `${words.join(' ').replace(/^./, (letter) => letter.toUpperCase())}.`;
  };
  const paragraph = () => Array.from({ length: 2 + pick(4) }, sentence).join(' ');
  const pairs: Pair[] = Array.from({ length: paragraphs }, (_, index) => {
    const page = 1 + Math.floor(index / 10);
    const draft: Draft =
      index % 8 === 7
        ? { kind: 'table', text: `Item: ${WORDS[pick(WORDS.length)]} ${index}; Price: ${100 + index}`, page }
        : { kind: 'paragraph', text: paragraph(), page };
    return { before: draft, after: draft };
  });
  // Each edit has a part of the contract of its own, and keeps away from its ends.
  const room = Math.floor(paragraphs / Math.max(1, edits.length));
  const moves: { from: number; to: number }[] = [];
  edits.forEach((kind, index) => {
    const first = index * room + 2;
    const isTable = (place: number) => pairs[place]?.before?.kind === 'table';
    let at = first + pick(Math.max(1, room - 7));
    while (isTable(at) !== (kind === 'table cell')) at += 1;
    const pair = pairs[at];
    if (!pair?.before) return;
    pair.kind = kind;
    if (kind === 'move') moves.push({ from: at, to: at + 2 });
    else editPair(pair, pair.before, kind, { pick, sentence });
  });
  for (const { from, to } of moves.reverse()) {
    const [moved] = pairs.splice(from, 1);
    if (!moved) continue;
    pairs.splice(from, 0, { ...moved, after: null });
    pairs.splice(to + 1, 0, { ...moved, before: null });
    for (const passed of pairs.slice(from + 1, to + 1)) passed.kind = 'move';
  }
  return collect(pairs);
}

function editPair(
  pair: Pair,
  before: Draft,
  kind: EditKind,
  { pick, sentence }: { pick: (below: number) => number; sentence: () => string },
): void {
  const words = before.text.split(' ');
  const at = 1 + pick(Math.max(1, words.length - 2));
  const withText = (text: string): Draft => ({ ...before, text });
  if (kind === 'insert')
    pair.after = withText(words.toSpliced(at, 0, 'hereinafter', 'unconditionally').join(' '));
  if (kind === 'delete') pair.after = withText(words.toSpliced(at, 2).join(' '));
  if (kind === 'replace') pair.after = withText(words.toSpliced(at, 1, 'notwithstanding').join(' '));
  if (kind === 'footnote') pair.after = withText(`${before.text} ${1 + pick(9)} ${sentence()}`);
  if (kind === 'table cell') pair.after = withText(before.text.replace(/\d+$/, '999,999'));
  if (kind === 'page break')
    pair.after = withText(`${words.slice(0, at).join(' ')}\u0000${words.slice(at).join(' ')}`);
}

/** Joins the versions and notes where the edits are. A paragraph that a page break divides becomes two blocks and no edit. */
function collect(pairs: readonly Pair[]) {
  const edits: KnownEdit[] = [];
  const [before, after]: [Draft[], Draft[]] = [[], []];
  let [endA, endB] = [0, 0];
  for (const pair of pairs) {
    const [startA, startB] = [endA, endB];
    if (pair.before) {
      before.push(pair.before);
      endA += pair.before.text.length + 1;
    }
    for (const text of pair.after?.text.split('\u0000') ?? []) {
      if (pair.after) after.push({ ...pair.after, text });
      endB += text.length + 1;
    }
    if (pair.kind === undefined || pair.kind === 'page break') continue;
    edits.push({
      kind: pair.kind,
      ...(pair.before && { a: { start: startA, end: endA } }),
      ...(pair.after && { b: { start: startB, end: endB } }),
    });
  }
  return { before: toBlocks(before), after: toBlocks(after), edits: joinMoves(edits) };
}

/** A move is one edit with several places; each is accepted as where it is shown. */
function joinMoves(edits: readonly KnownEdit[]): KnownEdit[] {
  const joined: KnownEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (edit.kind !== 'move' || last?.kind !== 'move') {
      joined.push(edit);
      continue;
    }
    const join = (one?: Range, other?: Range) =>
      one && other ? { start: one.start, end: other.end } : (one ?? other);
    const [a, b] = [join(last.a, edit.a), join(last.b, edit.b)];
    joined[joined.length - 1] = { kind: 'move', ...(a && { a }), ...(b && { b }) };
  }
  return joined;
}
