import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { type KeyRing, rootKeys } from '#server/engines/storage/object-storage.ts';

const FORMAT = 'muniment backup';
const MAX_HEADER_BYTES = 64 * 1024;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const headerFields = z.strictObject({
  format: z.literal(FORMAT),
  madeAt: z.int(),
  /** The last migration of the tables: a later version restores that schema and migrates it. */
  migration: z.string(),
  /** The id of the installation, under the name that archives have had since version 0.1.0. */
  roomId: z.string(),
  keyFingerprint: z.string(),
  salt: hex(64),
  /** Included only if the key was generated in DATA_DIR. */
  masterKey: z.base64().length(44).optional(),
  /** The master key in the age format, in place of `masterKey`. */
  encryptedMasterKey: z.base64().optional(),
  /** The root keys, encrypted with the master key: objects are checked before the rows are read. */
  rootKeys: z.array(z.strictObject({ version: z.int().positive(), encryptedKey: z.base64() })).optional(),
  /** The objects are files of the backup folder in which this one is, and not in it. */
  objects: z.literal('folder').optional(),
});
const header = headerFields.transform(({ roomId, ...fields }) => ({ ...fields, installationId: roomId }));
/** The fields that every later version must find, so that it can name the version that is needed. */
const versionedHeader = z.object({ format: z.literal(FORMAT), version: z.int() });
/**
 * Root keys and an encrypted master key are new in the second version, objects outside the file in the third. The earliest
 * version that can be read is written.
 */
const FORMAT_VERSIONS = [1, 2, 3];

/** The first line of an archive, the only unencrypted one. */
export type ArchiveHeader = z.infer<typeof header>;

export function serializeHeader({ installationId, ...values }: Omit<ArchiveHeader, 'format'>): Buffer {
  const isFirst = values.rootKeys === undefined && values.encryptedMasterKey === undefined;
  const version = values.objects === undefined ? (isFirst ? 1 : 2) : 3;
  return Buffer.from(`${JSON.stringify({ format: FORMAT, version, roomId: installationId, ...values })}\n`);
}

/** Reads the header. `end` is the offset of the encrypted archive after it. */
export async function readHeader(file: string): Promise<{ header: ArchiveHeader; end: number }> {
  const line = await readFirstLine(file);
  const { version, ...values } = parseJson(line ?? '');
  if (!versionedHeader.safeParse({ version, ...values }).success) {
    throw new Error(`${file} is not a backup.`);
  }
  if (!FORMAT_VERSIONS.includes(Number(version))) {
    throw new Error(
      `${file} has version ${version} of the format; this Muniment knows the versions ${FORMAT_VERSIONS.join(' and ')}.`,
    );
  }
  const parsed = header.safeParse(values);
  if (!parsed.success) throw new Error(`${file} is damaged: its first line can't be read.`);
  return { header: parsed.data, end: Buffer.byteLength(line ?? '') + 1 };
}

/** Returns undefined when the line is longer than a header can be, or has no end. */
async function readFirstLine(file: string): Promise<string | undefined> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  return end === -1 ? undefined : buffer.toString('utf8', 0, end);
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Derives a key for one archive: the salt makes it unique. */
export function deriveArchiveKey(masterKey: Buffer, salt: string): KeyObject {
  const bytes = hkdfSync('sha256', masterKey, Buffer.from(salt, 'hex'), 'muniment backup v1', 32);
  return createSecretKey(Buffer.from(bytes));
}

/** Opens the root keys that the objects of an archive were encrypted with. */
export function openArchivedKeyRing(
  masterKey: Buffer,
  { rootKeys: archived = [] }: ArchiveHeader,
): Promise<KeyRing> {
  const keys = archived.map(({ version, encryptedKey }) => ({
    version,
    encryptedKey: Buffer.from(encryptedKey, 'base64'),
    activeFrom: 0,
    completedAt: null,
  }));
  return rootKeys.openRing({ masterKey, listRootKeys: async () => keys });
}
