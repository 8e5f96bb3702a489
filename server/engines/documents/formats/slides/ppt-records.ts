/** A piece of a PowerPoint file; containers hold others. */
export interface PptRecord {
  type: number;
  instance: number;
  /** Contains records if true, otherwise bytes. */
  isContainer: boolean;
  body: Buffer;
}

const HEADER_BYTES = 8;
const CONTAINER = 0xf;

/** The records that stand one after another in these bytes; what runs over the end is left out. */
export function readRecords(bytes: Buffer): PptRecord[] {
  const records: PptRecord[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const record = readRecord(bytes, at);
    if (!record) break;
    records.push(record);
    at += HEADER_BYTES + record.body.length;
  }
  return records;
}

export function readRecord(bytes: Buffer, at: number): PptRecord | undefined {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return undefined;
  const options = bytes.readUInt16LE(at);
  const end = at + HEADER_BYTES + bytes.readUInt32LE(at + 4);
  if (end > bytes.length) return undefined;
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: options >> 4,
    isContainer: (options & CONTAINER) === CONTAINER,
    body: bytes.subarray(at + HEADER_BYTES, end),
  };
}

/** All records of these types at any depth, in order, not looking inside the ones found. */
export function* findRecords(bytes: Buffer, types: ReadonlySet<number>, depth = 0): Generator<PptRecord> {
  if (depth > MAX_DEPTH) return;
  for (const record of readRecords(bytes)) {
    if (types.has(record.type)) yield record;
    else if (record.isContainer) yield* findRecords(record.body, types, depth + 1);
  }
}

/** Maximum nesting of shape groups. */
const MAX_DEPTH = 64;
