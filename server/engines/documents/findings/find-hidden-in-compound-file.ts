import { openCompoundFile } from '../formats/containers/compound-file.ts';
import type { HiddenFinding, HiddenFindingKind } from './finding.ts';

/** Property ids of [MS-OLEPS] in the two streams of properties. */
const STREAMS: readonly { path: string; kinds: ReadonlyMap<number, HiddenFindingKind> }[] = [
  {
    path: '\u0005SummaryInformation',
    kinds: new Map([
      [4, 'author'],
      [7, 'template'],
      [8, 'author'],
    ]),
  },
  {
    path: '\u0005DocumentSummaryInformation',
    kinds: new Map([
      [14, 'author'],
      [15, 'company'],
    ]),
  },
];
const BUILT_IN_TEMPLATE = /^normal(?:\.dotm?)?$/i;
const CODE_PAGE_PROPERTY = 1;
const UTF_8_CODE_PAGE = 65_001;
const ANSI_STRING = 0x1e;
const MAX_PROPERTIES = 1_000;

/** Finds the author, company and template in the properties of an old Office file. */
export function findHiddenInCompoundFile(bytes: Buffer): HiddenFinding[] {
  const file = openCompoundFile(bytes);
  const found = STREAMS.flatMap(({ path, kinds }) => {
    const stream = file.stream(path);
    return stream ? [...readProperties(stream, kinds)] : [];
  });
  return found.filter(
    ({ kind, value }, at) =>
      !(kind === 'template' && BUILT_IN_TEMPLATE.test(value)) &&
      found.findIndex((other) => other.kind === kind && other.value === value) === at,
  );
}

/** Reads the strings of the first section; offsets that lead outside the stream throw, as for every damaged file. */
function* readProperties(
  stream: Buffer,
  kinds: ReadonlyMap<number, HiddenFindingKind>,
): Generator<HiddenFinding> {
  const section = stream.readUInt32LE(44);
  const count = Math.min(stream.readUInt32LE(section + 4), MAX_PROPERTIES);
  const offsets = new Map<number, number>();
  for (let at = 0; at < count; at += 1)
    offsets.set(
      stream.readUInt32LE(section + 8 + at * 8),
      section + stream.readUInt32LE(section + 12 + at * 8),
    );
  const codePageAt = offsets.get(CODE_PAGE_PROPERTY);
  const isUtf8 = codePageAt !== undefined && stream.readUInt16LE(codePageAt + 4) === UTF_8_CODE_PAGE;
  const decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252');
  for (const [property, kind] of kinds) {
    const at = offsets.get(property);
    if (at === undefined || stream.readUInt32LE(at) !== ANSI_STRING) continue;
    const bytes = stream.subarray(at + 8, at + 8 + stream.readUInt32LE(at + 4));
    const value = decoder.decode(bytes).replace(/\0.*$/su, '').trim();
    if (value !== '') yield { kind, value };
  }
}
