// Verifies archives of rooms of Muniment, as a ZIP or unpacked, without a server and without dependencies.
// The format is described in docs/using/evidence.md.
import {
  describeKey,
  invalid,
  isSigned,
  isTreeHeadSigned,
  keyIdOf,
  listTrustedKeys,
  parse,
  WRONG_SIGNATURE,
} from '../verifier.mjs';
import { createSha256 } from './sha256.mjs';
import { openStoredZip } from './stored-zip.mjs';

const ARCHIVE = 'muniment-archive/1';
const SIGNATURE_PATH = 'signature.json';
const MANIFEST_PATH = 'manifest.jsonl';
const MAX_SIGNATURE_BYTES = 64 * 1024;
const PIECE_BYTES = 4 * 1024 * 1024;
const MAX_PROBLEMS = 100;
/** Files that operating systems add to folders that somebody looks at. */
const ADDED_BY_SYSTEMS = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Reads a file in pieces, each given to `take`; returns the hash of all. */
async function hashFile({ size, read }, createHash, take = async () => {}) {
  const hash = createHash();
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const piece = await read(at, Math.min(size, at + PIECE_BYTES));
    hash.update(piece);
    await take(piece);
  }
  return hash.digest('hex');
}

/** Reads the lines of the manifest one by one, and hashes it. */
async function readManifest(file, createHash, takeLine) {
  const decoder = new TextDecoder();
  let rest = '';
  const hash = await hashFile(file, createHash, async (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) await takeLine(parse(line));
  });
  return hash;
}

/** Checks who signed the manifest; returns the result, and the signed hash. */
async function verifySignature(text, keys) {
  const signed = parse(text);
  const { format, manifest, signature, key, treeHead } = signed ?? {};
  const isReadable = format === ARCHIVE && key && treeHead && `${JSON.stringify(signed)}\n` === text;
  if (!isReadable) return invalid(`${SIGNATURE_PATH}: it was changed, or is of no archive.`);
  if (keys && !keys.some(({ id }) => id === key.id))
    return invalid(`${SIGNATURE_PATH}: Signed by an unknown key ${key.id}.`);
  const known = keys ? keys.find(({ id }) => id === key.id) : key;
  const headKey = keys ? keys.find(({ id }) => id === treeHead.keyId) : key;
  const isRight =
    known.publicKey === key.publicKey &&
    (await keyIdOf(key.publicKey).catch(() => '')) === key.id &&
    (await isSigned(key.publicKey, signature, `${ARCHIVE}\n${manifest}\n`)) &&
    (headKey?.id === treeHead.keyId ? await isTreeHeadSigned(treeHead, headKey?.publicKey) : !keys);
  return isRight
    ? { ...describeKey(key, keys), manifest, treeHead }
    : invalid(`${SIGNATURE_PATH}: ${WRONG_SIGNATURE}`);
}

/** Compares each file with its line of the manifest. */
async function compareFiles(files, { manifest, treeHead }, createHash, onProgress) {
  const [problems, unlisted] = [[], new Set(files.keys())];
  let [statement, listed] = [undefined, 0];
  unlisted.delete(SIGNATURE_PATH);
  unlisted.delete(MANIFEST_PATH);
  const add = (problem) => problems.length < MAX_PROBLEMS && problems.push(problem);
  // First without its files: a manifest that was changed says nothing about them.
  const found = await readManifest(files.get(MANIFEST_PATH), createHash, async () => {});
  if (found !== manifest) return { problems: [`${MANIFEST_PATH}: expected ${manifest}, found ${found}.`] };
  await readManifest(files.get(MANIFEST_PATH), createHash, async (line) => {
    if (!statement) {
      statement = line;
      return;
    }
    listed += 1;
    onProgress?.(listed / statement.entries);
    unlisted.delete(line.path);
    const file = files.get(line.path);
    if (!file) return add(`${line.path}: it is missing.`);
    const sha256 = await hashFile(file, createHash);
    if (sha256 !== line.sha256) add(`${line.path}: expected ${line.sha256}, found ${sha256}.`);
  });
  for (const path of unlisted) if (!ADDED_BY_SYSTEMS.test(path)) add(`${path}: it is not in the manifest.`);
  if (statement?.logEntries !== treeHead.treeSize || statement.rootHash !== treeHead.rootHash)
    add(`${MANIFEST_PATH}: its tree head is not that of the signature.`);
  return { problems, statement, listed };
}

/**
 * Verifies an archive: a ZIP as `{ name, size, read(from, to) }`, or an unpacked one as `{ name, files }`, a map of such files by
 * path. `keys` is the text of the installation's keys, if there is one. Returns `{ name, kind, state, message, problems, archive
 * }`.
 */
export async function verifyArchive(source, { keys, createHash = createSha256, onProgress } = {}) {
  const { name, files: unpacked } = source;
  const opened = unpacked ? { entries: unpacked, problems: [] } : await openStoredZip(source);
  const finish = ({ state, message }, problems = [], archive = undefined) => ({
    name,
    kind: 'archive',
    state: problems.length > 0 ? 'invalid' : state,
    message:
      problems.length > 1 ? `${problems[0]} And ${problems.length - 1} more.` : (problems[0] ?? message),
    problems,
    archive,
  });
  if (opened.problems.length > 0) return finish({}, opened.problems);
  const files = new Map([...opened.entries].map(([path, file]) => [path.normalize('NFC'), file]));
  for (const path of [SIGNATURE_PATH, MANIFEST_PATH])
    if (!files.has(path)) return finish({}, [`${path}: it is missing.`]);
  const signature = files.get(SIGNATURE_PATH);
  const text = new TextDecoder().decode(
    await signature.read(0, Math.min(signature.size, MAX_SIGNATURE_BYTES)),
  );
  const given = keys === undefined ? undefined : parse(keys)?.keys;
  const signed = await verifySignature(text, given && (await listTrustedKeys(given)));
  if (signed.state === 'invalid') return finish(signed, [signed.message]);
  const { problems, statement, listed } = await compareFiles(files, signed, createHash, onProgress);
  return finish(
    { ...signed, message: `${signed.message} All ${listed} files are as signed.` },
    problems,
    statement,
  );
}
