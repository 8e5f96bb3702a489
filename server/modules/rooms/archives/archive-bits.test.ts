import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { archiveText, treeHeadText } from '#server/modules/evidence/signed-texts.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { verifyBytes } from './testing/take-archive.ts';

/** A prime, so that over the whole archive each bit of a byte has its turn. */
const SAMPLE_STEP = 61;
const PATHS = ['files/1 Brief Ä.txt', 'files/2 empty.txt', 'files/3 list.csv', 'README.txt'];

/** Writes a small archive, signed by a key of its own. */
async function writeSmallArchive(): Promise<{ bytes: Buffer; keys: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  const key = { id: keyId, publicKey: publicKey.toString('base64') };
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  const head = { treeSize: 7, rootHash: 'ab'.repeat(32), signedAt: '2026-11-20T12:00:00.000Z', keyId };
  const treeHead = { ...head, signature: signText(treeHeadText(head)) };
  const writer = createArchiveWriter();
  const bytes = buffer(writer.output);
  const [first = '', second = '', third = '', fourth = ''] = PATHS;
  await writer.addText(first, 'The curlew nests here.');
  await writer.addText(second, '');
  await writer.add(third, Readable.from([Buffer.from('a;b\n'), Buffer.from('1;2\n')]));
  await writer.addText(fourth, 'Read me.');
  await writer.finish({ logEntries: head.treeSize, rootHash: head.rootHash, documents: 3 }, (manifest) => {
    const signature = signText(archiveText(manifest));
    return `${JSON.stringify({ format: 'muniment-archive/1', manifest, signature, key, treeHead })}\n`;
  });
  const validity = { validFrom: head.signedAt, validUntil: null, previousSignature: null };
  return { bytes: await bytes, keys: JSON.stringify({ keys: [{ ...key, ...validity }] }) };
}

/** Flips bits of an archive, one at a time, and returns the bits that are not found with the name of a file. */
async function flipBits(step: number): Promise<number[]> {
  const { bytes, keys } = await writeSmallArchive();
  expect((await verifyBytes(bytes, keys)).message).toMatch(/All 4 files are as signed\.$/);
  const missed: number[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const at = Math.floor(bit / 8);
    const before = bytes[at] ?? 0;
    bytes[at] = before ^ (1 << (bit % 8));
    const { state, problems } = await verifyBytes(bytes, keys);
    bytes[at] = before;
    const names = [...PATHS, 'manifest.jsonl', 'signature.json', 'end of the ZIP', 'its end is missing'];
    if (state !== 'invalid' || !problems.some((problem) => names.some((name) => problem.includes(name))))
      missed.push(bit);
  }
  return missed;
}

test('flipped bits of an archive are found with the name of the file', async () => {
  expect(await flipBits(SAMPLE_STEP)).toEqual([]);
});

test('every flipped bit of an archive is found', { tags: ['full'], timeout: 300_000 }, async () => {
  expect(await flipBits(1)).toEqual([]);
});

test('a changed byte of a file is reported with both hashes', async () => {
  const { bytes, keys } = await writeSmallArchive();
  const at = bytes.indexOf('curlew');
  bytes[at] = 'C'.charCodeAt(0);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect((await verifyBytes(bytes, keys)).problems).toEqual([
    `${PATHS[0]}: expected ${hash('The curlew nests here.')}, found ${hash('The Curlew nests here.')}.`,
  ]);
});

test('an archive that is cut off anywhere is not valid', async () => {
  const { bytes, keys } = await writeSmallArchive();
  for (let length = 0; length < bytes.length; length += 97)
    expect((await verifyBytes(bytes.subarray(0, length), keys)).state).toBe('invalid');
});
