// Reads ZIPs as Muniment writes archives, strictly. Part of the verifier; the format is described in docs/using/evidence.md.

const ZIP_END = 'end of the ZIP';

/** Writes numbers of so many bytes each, lowest byte first. */
const bytesOf = (...fields) =>
  fields.flatMap(([number, width]) =>
    Array.from({ length: width }, (_, place) => Math.floor(number / 256 ** place) % 256),
  );
const numberAt = (bytes, at, width) => {
  let number = 0;
  for (let place = 0; place < width; place += 1) number += (bytes[at + place] ?? 0) * 256 ** place;
  return number;
};
const isEqual = (bytes, expected) =>
  bytes.length === expected.length && expected.every((byte, place) => bytes[place] === byte);

const [MAX_16, MAX_32] = [0xffff, 0xffffffff];
/** The fields that are the same in every entry: version, names in UTF-8, sizes after the content, stored, 1980-01-01. */
const FIXED = [
  [0x808, 2],
  [0, 2],
  [0, 2],
  [0x21, 2],
];

const localHeader = ({ name }) => [
  ...bytesOf([0x04034b50, 4], [20, 2], ...FIXED, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
  ...name,
];
const sizesAfterContent = ({ crc, size, is64 }) =>
  bytesOf([0x08074b50, 4], [crc, 4], [size, is64 ? 8 : 4], [size, is64 ? 8 : 4]);
const centralRecord = ({ name, crc, size, offset, is64 }) => [
  ...bytesOf([0x02014b50, 4], [0x33f, 2], [is64 ? 45 : 20, 2], ...FIXED, [crc, 4]),
  ...bytesOf(...[size, size].map((number) => [is64 ? MAX_32 : number, 4]), [name.length, 2]),
  ...bytesOf([is64 ? 28 : 0, 2], [0, 2], [0, 2], [0, 2], [0o100664 * 2 ** 16, 4]),
  ...bytesOf([is64 ? MAX_32 : offset, 4]),
  ...name,
  ...(is64 ? bytesOf([1, 2], [24, 2], [size, 8], [size, 8], [offset, 8]) : []),
];
function endRecords({ count, size, offset }) {
  const is64 = count >= MAX_16 || size >= MAX_32 || offset >= MAX_32;
  const long = bytesOf([0x06064b50, 4], [44, 8], [0x33f, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8]);
  const locator = bytesOf([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]);
  const counts = [
    [Math.min(count, MAX_16), 2],
    [Math.min(count, MAX_16), 2],
  ];
  const place = [
    [Math.min(size, MAX_32), 4],
    [Math.min(offset, MAX_32), 4],
    [0, 2],
  ];
  return [
    ...(is64 ? [...long, ...bytesOf([size, 8], [offset, 8]), ...locator] : []),
    ...bytesOf([0x06054b50, 4], [0, 2], [0, 2], ...counts, ...place),
  ];
}

async function localNameAt(read, place) {
  const header = await read(place, place + 30);
  return new TextDecoder().decode(await read(place + 30, place + 30 + numberAt(header, 26, 2)));
}

/**
 * Lists the entries of a ZIP of which every byte that is no content is the only one possible. Returns them by path, and the
 * places that are not.
 */
export async function openStoredZip({ size: total, read }) {
  const [entries, problems] = [new Map(), []];
  const cut = { entries, problems: ['The archive is cut off: its end is missing.'] };
  const tail = await read(Math.max(0, total - 98), total);
  const end = tail.length - 22;
  if (end < 0 || numberAt(tail, end, 4) !== 0x06054b50) return cut;
  const is64 = numberAt(tail, end - 76, 4) === 0x06064b50 && numberAt(tail, end - 20, 4) === 0x07064b50;
  const [count, size, offset] = is64
    ? [numberAt(tail, end - 44, 8), numberAt(tail, end - 36, 8), numberAt(tail, end - 28, 8)]
    : [numberAt(tail, end + 10, 2), numberAt(tail, end + 12, 4), numberAt(tail, end + 16, 4)];
  const expectedEnd = endRecords({ count, size, offset });
  if (offset + size + expectedEnd.length !== total)
    return { entries, problems: [`${ZIP_END}: it was changed.`] };
  if (!isEqual(await read(offset + size, total), expectedEnd)) problems.push(`${ZIP_END}: it was changed.`);
  const directory = await read(offset, offset + size);
  let [at, place] = [0, 0];
  for (let number = 0; number < count; number += 1) {
    const name = directory.subarray(at + 46, at + 46 + numberAt(directory, at + 28, 2));
    const long = numberAt(directory, at + 30, 2) === 28 ? at + 46 + name.length + 4 : 0;
    const entry = {
      name,
      crc: numberAt(directory, at + 16, 4),
      size: long ? numberAt(directory, long, 8) : numberAt(directory, at + 20, 4),
      offset: long ? numberAt(directory, long + 16, 8) : numberAt(directory, at + 42, 4),
    };
    entry.is64 = entry.size > MAX_32 - 1 || place > MAX_32 - 1;
    const path = new TextDecoder().decode(name);
    const record = centralRecord(entry);
    const [start, after] = [place + 30 + name.length, sizesAfterContent(entry)];
    const isAsWritten =
      entry.offset === place &&
      start + entry.size + after.length <= offset &&
      isEqual(directory.subarray(at, at + record.length), record) &&
      isEqual(await read(place, start), localHeader(entry)) &&
      isEqual(await read(start + entry.size, start + entry.size + after.length), after);
    if (!isAsWritten || entries.has(path)) {
      const names = new Set([path, await localNameAt(read, place)]);
      problems.push(`${[...names].join(' or ')}: its entry in the ZIP was changed.`);
      break;
    }
    entries.set(path, { size: entry.size, read: (from, to) => read(start + from, start + to) });
    [at, place] = [at + record.length, start + entry.size + after.length];
  }
  if (problems.length === 0 && (at !== size || place !== offset))
    problems.push(`${ZIP_END}: it was changed.`);
  return { entries, problems };
}
