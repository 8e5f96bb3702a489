/** The parts of a TrueType font that a PDF needs. Lengths are in thousandths of the size of the text. */
export interface TrueTypeFont {
  readonly bytes: Uint8Array;
  readonly glyphOf: ReadonlyMap<number, number>;
  widthOf(glyph: number): number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
}

const UNICODE_CMAP_FORMAT = 4;

/** Reads a font of our own installation; other fonts may need more than this understands. */
export function readTrueType(bytes: Uint8Array): TrueTypeFont {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tableAt = (tag: string): number => {
    for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16)
      if (Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') === tag) return view.getUint32(at + 8);
    throw new Error(`the font has no table ${tag}`);
  };
  const [head, hhea, hmtx] = [tableAt('head'), tableAt('hhea'), tableAt('hmtx')];
  const scale = 1000 / view.getUint16(head + 18);
  const metrics = view.getUint16(hhea + 34);
  const scaled = (at: number) => Math.round(view.getInt16(at) * scale);
  return {
    bytes,
    glyphOf: readCharacters(view, tableAt('cmap')),
    widthOf: (glyph) => Math.round(view.getUint16(hmtx + 4 * Math.min(glyph, metrics - 1)) * scale),
    ascent: scaled(hhea + 4),
    descent: scaled(hhea + 6),
    box: [scaled(head + 36), scaled(head + 38), scaled(head + 40), scaled(head + 42)],
  };
}

/** Reads the glyphs of the characters of the basic plane. */
function readCharacters(view: DataView, cmap: number): Map<number, number> {
  const tables = Array.from({ length: view.getUint16(cmap + 2) }, (_, place) =>
    view.getUint32(cmap + 4 + 8 * place + 4),
  );
  const offset = tables.find((each) => view.getUint16(cmap + each) === UNICODE_CMAP_FORMAT);
  if (offset === undefined) throw new Error('the font has no Unicode characters');
  const table = cmap + offset;
  const segments = view.getUint16(table + 6) / 2;
  const part = (place: number) => table + 14 + place * 2 * segments + (place > 0 ? 2 : 0);
  const glyphOf = new Map<number, number>();
  for (let segment = 0; segment < segments; segment += 1) {
    const [end, start, delta] = [0, 1, 2].map((place) => view.getUint16(part(place) + 2 * segment));
    const rangeAt = part(3) + 2 * segment;
    const range = view.getUint16(rangeAt);
    for (let code = start ?? 0; code <= Math.min(end ?? 0, 0xfffe); code += 1) {
      const stored = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - (start ?? 0)));
      const glyph = stored === 0 ? 0 : (stored + (delta ?? 0)) % 0x10000;
      if (glyph !== 0) glyphOf.set(code, glyph);
    }
  }
  return glyphOf;
}
