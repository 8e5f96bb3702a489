import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { z } from 'zod';

const FORMAT = 'muniment backup';
const MAX_HEADER_BYTES = 4_096;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const header = z.strictObject({
  format: z.literal(FORMAT),
  madeAt: z.int(),
  /** The last step that the tables had taken: a later version restores into that form and goes on from there. */
  migration: z.string(),
  roomId: z.string(),
  keyFingerprint: z.string(),
  salt: hex(64),
  /** Only of a room whose key was made in its DATA_DIR. */
  masterKey: z.base64().length(44).optional(),
});
/** What every later version must still find, so that it can say which version is asked for. */
const versionedHeader = z.object({ format: z.literal(FORMAT), version: z.int() });
const FORMAT_VERSION = 1;

/** The first line of an archive, the only one in the clear. */
export type ArchiveHeader = z.infer<typeof header>;

export function serializeHeader(values: Omit<ArchiveHeader, 'format'>): Buffer {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...values })}\n`);
}

/** Reads the header. `end` is the offset of the encrypted archive after it. */
export async function readHeader(file: string): Promise<{ header: ArchiveHeader; end: number }> {
  const line = await readFirstLine(file);
  const { version, ...values } = parseJson(line ?? '');
  if (!versionedHeader.safeParse({ version, ...values }).success) {
    throw new Error(`${file} is no backup of a room.`);
  }
  if (version !== FORMAT_VERSION) {
    throw new Error(
      `${file} has version ${version} of the format; this Muniment knows version ${FORMAT_VERSION}.`,
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

/** A key of the archive's own: with the salt, no two archives' frames share one. */
export function deriveArchiveKey(masterKey: Buffer, salt: string): KeyObject {
  const bytes = hkdfSync('sha256', masterKey, Buffer.from(salt, 'hex'), 'muniment backup v1', 32);
  return createSecretKey(Buffer.from(bytes));
}
