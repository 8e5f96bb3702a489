// Verifies receipts, certificates, exports of the audit log and proofs of Muniment without a server and without dependencies:
//   node muniment-verifier.mjs receipt.json [keys.json] [audit-log.jsonl] [proof.json]
// The format is described in docs/using/evidence.md.
import { createRemovals, FIELDS } from './log-entries.mjs';

const subtle = globalThis.crypto?.subtle;
const encoder = new TextEncoder();
const NO_TREE_HEAD = 'The audit log does not contain this tree head. History has been rewritten.';
const ACCEPTANCE = 'muniment-terms-acceptance/1';
export const WRONG_SIGNATURE = 'The signature does not match the statement.';

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));
const hashText = async (text) => toHex(await sha256(encoder.encode(text)));

/** Decodes canonical Base64 only, so that no changed letter goes unnoticed. */
function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  if (btoa(String.fromCharCode(...bytes)) !== text) throw new Error('not canonical');
  return bytes;
}

/** Returns whether the text was signed with the private half of the key; false for anything malformed. */
export async function isSigned(publicKey, signature, text) {
  try {
    const key = await subtle.importKey('spki', fromBase64(publicKey), { name: 'Ed25519' }, false, ['verify']);
    return await subtle.verify('Ed25519', key, fromBase64(signature), encoder.encode(text));
  } catch (error) {
    if (error.name === 'NotSupportedError')
      throw new Error('This browser cannot verify Ed25519 signatures. Use a newer one.');
    return false;
  }
}

export const keyIdOf = async (publicKey) => toHex(await sha256(fromBase64(publicKey))).slice(0, 16);

const hashLeaf = (content) => sha256(Uint8Array.of(0, ...content));
const hashNode = (left, right) => sha256(Uint8Array.of(1, ...left, ...right));

/** Computes the roots that the first rows have at certain sizes (RFC 6962, section 2.1). */
async function computeRoots(rowHashes, sizes) {
  const roots = new Map();
  const subtrees = [];
  for (const [index, rowHash] of rowHashes.entries()) {
    let hash = await hashLeaf(fromHex(rowHash));
    for (let rest = index; rest % 2 === 1; rest = (rest - 1) / 2) hash = await hashNode(subtrees.pop(), hash);
    subtrees.push(hash);
    if (!sizes.has(index + 1)) continue;
    let root = subtrees.at(-1);
    for (const left of subtrees.slice(0, -1).reverse()) root = await hashNode(left, root);
    roots.set(index + 1, toHex(root));
  }
  return roots;
}

/** Computes the root that an inclusion proof leads to (RFC 9162, section 2.1.3.2). */
async function rootOfInclusion({ position, leafHash, path, treeHead }) {
  let [node, last, hash] = [position - 1, treeHead.treeSize - 1, fromHex(leafHash)];
  for (const step of path.map(fromHex)) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      hash = await hashNode(step, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = await hashNode(hash, step);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? toHex(hash) : undefined;
}

/** Reads an export: the hashes of its rows, or the problem that makes it no whole log. */
async function readExport(text) {
  const lines = text.split('\n').filter(Boolean);
  const end = parse(lines.pop() ?? '');
  if (end?.rows !== lines.length || Object.keys(end.filters ?? {}).length > 0)
    return { hashes: [], problem: 'The export is filtered or its end is missing. Export the whole log.' };
  const hashes = ['0'.repeat(64)];
  const removals = createRemovals(hashText);
  for (const row of lines.map(parse)) {
    const content = [row?.previous_hash, ...FIELDS.split(' ').map((field) => row?.[field])];
    const hash = (await removals.take(row)) ?? (await hashText(JSON.stringify(content)));
    if (row?.position !== hashes.length || row.previous_hash !== hashes.at(-1) || row.hash !== hash)
      return { hashes: [], problem: `Entry ${hashes.length} is not what was recorded.` };
    hashes.push(hash);
  }
  return removals.end(hashes.slice(1));
}

/** Returns the keys that are the first one, or signed by the one before. */
export async function listTrustedKeys(keys) {
  const trusted = [];
  for (const key of keys) {
    const text = `muniment-signing-key/1\n${key.publicKey}\n${key.validFrom}\n`;
    const before = trusted.at(-1);
    if ((await keyIdOf(key.publicKey).catch(() => '')) !== key.id) break;
    if (before && !(await isSigned(before.publicKey, key.previousSignature ?? '', text))) break;
    trusted.push(key);
  }
  return trusted;
}

export const isTreeHeadSigned = ({ treeSize, rootHash, signedAt, keyId, signature }, publicKey) =>
  isSigned(publicKey, signature, `muniment-tree-head/1\n${treeSize}\n${rootHash}\n${signedAt}\n${keyId}\n`);

export const invalid = (message) => ({ state: 'invalid', message });
const valid = (message) => ({ state: 'valid', message });
const unconfirmed = (message) => ({ state: 'unconfirmed', message });
/** Says which key signed, once the signature is known to be right. */
export function describeKey({ id }, keys) {
  if (!keys)
    return unconfirmed(`The signature is right. Compare its key ${id} with the installation's keys.`);
  const until = keys.find((key) => key.id === id)?.validUntil;
  return valid(`Signed by key ${id}${until ? `, replaced on ${until.slice(0, 10)}` : ''}.`);
}

async function verifyStatement({ format, statement, signature, key, treeHead, text }, keys) {
  const known = keys ? keys.find(({ id }) => id === key.id) : key;
  if (!known) return invalid(`Signed by an unknown key ${key.id}.`);
  const { logEntries, rootHash, textSha256 } = parse(statement) ?? {};
  const headKey = keys ? keys.find(({ id }) => id === treeHead?.keyId) : key;
  const isRight =
    known.publicKey === key.publicKey &&
    (await keyIdOf(key.publicKey).catch(() => '')) === key.id &&
    (await isSigned(key.publicKey, signature, `${format}\n${statement}`)) &&
    (format === ACCEPTANCE
      ? textSha256 === (await hashText(text))
      : treeHead.treeSize === logEntries &&
        treeHead.rootHash === rootHash &&
        // If the installation's keys are missing, the head of another key only has to agree with the statement.
        (headKey?.id === treeHead.keyId ? await isTreeHeadSigned(treeHead, headKey?.publicKey) : !keys));
  return isRight ? describeKey(key, keys) : invalid(WRONG_SIGNATURE);
}

async function verifyProof(proof, keys) {
  if (!keys) return unconfirmed('Add the keys of the installation.');
  const key = keys.find(({ id }) => id === proof.treeHead.keyId);
  if (!key) return invalid(`Signed by an unknown key ${proof.treeHead.keyId}.`);
  if (!(await isTreeHeadSigned(proof.treeHead, key.publicKey))) return invalid(WRONG_SIGNATURE);
  if ((await rootOfInclusion(proof)) !== proof.treeHead.rootHash) return invalid(NO_TREE_HEAD);
  return describeKey(key, keys);
}

export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells what a file is: JSON, the page with a receipt, or the PDF that contains a certificate or acceptance in one line. */
function classify({ name, text }) {
  const embedded = /<script type="application\/json" id="receipt">([^<]*)<\/script>/.exec(text)?.[1];
  const line = () => parse(/^\{"format":"muniment-[a-z-]+\/1",[ -~]*\}$/m.exec(text)?.[0] ?? '');
  const content = parse(embedded ?? text) ?? line();
  const kind = /^muniment-(?:terms-)?(receipt|certificate|acceptance)\/1$/.exec(content?.format)?.[1];
  const isWhole = kind === 'acceptance' ? 'text' in content : content?.treeHead;
  if (kind && content.key && isWhole) return { name, kind, content };
  if (Array.isArray(content?.keys)) return { name, kind: 'keys', content: content.keys };
  if (Array.isArray(content?.path) && content.treeHead) return { name, kind: 'proof', content };
  const isExport = text.startsWith('{"position":') || parse(text.trim())?.filters !== undefined;
  return { name, kind: isExport ? 'export' : 'unknown', content: text };
}

/**
 * Verifies files, each `{ name, text }`, against one another. Returns `{ name, kind, state, message, statement?, acceptance?,
 * certificate? }` for each receipt, acceptance, certificate, proof and export, where state is valid, invalid or unconfirmed.
 */
export async function verify(files) {
  if (!subtle) throw new Error('Signatures can be verified over HTTPS, or in the downloaded file.');
  const read = files.map(classify);
  const given = read.find(({ kind }) => kind === 'keys');
  const keys = given && (await listTrustedKeys(given.content));
  const log = read.find(({ kind }) => kind === 'export');
  const entries = log && (await readExport(log.content));
  const receipts = read.filter(({ kind }) => kind === 'receipt' || kind === 'certificate');
  const sizes = new Set(receipts.map(({ content }) => content.treeHead.treeSize));
  const roots = entries && (await computeRoots(entries.hashes, sizes));
  const judge = async ({ kind, content }) => {
    if (kind === 'unknown')
      return invalid('This is no receipt, certificate, key, proof or export of the audit log.');
    if (kind === 'export' && entries.problem) return invalid(entries.problem);
    if (kind === 'export') return valid(`${entries.hashes.length} entries, chain whole.`);
    if (kind === 'proof') return verifyProof(content, keys);
    const result = await verifyStatement(content, keys);
    if (result.state === 'invalid' || kind === 'acceptance' || !roots || entries.problem) return result;
    const { treeSize, rootHash } = content.treeHead;
    if (treeSize > entries.hashes.length)
      return unconfirmed(`The export ends before entry ${treeSize}. Ask for a newer one.`);
    return roots.get(treeSize) === rootHash ? result : invalid(NO_TREE_HEAD);
  };
  const results = [];
  for (const file of read.filter(({ kind }) => kind !== 'keys')) {
    const { name, kind, content } = file;
    const said = kind === 'receipt' ? 'statement' : kind;
    results.push({ name, kind, [said]: parse(content.statement), ...(await judge(file)) });
  }
  return results;
}
