import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import {
  type DocumentMetadata,
  UnreadableDocumentError,
} from '#server/engines/documents/blocks/document-text.ts';
import { type CompoundFile, openCompoundFile } from '../containers/compound-file.ts';
import { extractHtml } from '../html/extract-html.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { writePlainText } from '../plain-text/extract-plain-text.ts';
import { extractRtf } from '../rtf/extract-rtf.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { writeMailHeader } from './mail-header.ts';

/** Tags of MAPI's properties. */
const MESSAGE_CLASS = '001A';
const SUBJECT = '0037';
const SENDER = '0C1A';
const SENDER_ADDRESS = '5D01';
const TO = '0E04';
const COPY_TO = '0E03';
const BODY = '1000';
const HTML = '1013';
const COMPRESSED_RTF = '1009';
/** The instants at which a message was sent and received. */
const DATES = [0x0039, 0x0e06];
const LONG_NAME = '3707';
const SHORT_NAME = '3704';
const ENCRYPTED_MESSAGE_CLASS = /^IPM\.Note\.SMIME$|\.RPMSG/i;
/** Attachments that encryption programs add instead of a text. */
const ENCRYPTED_ATTACHMENT = /\.(?:p7m|pgp-encrypted|rpmsg)$/i;

/** An Outlook message; its title is the subject. */
export function extractMsg(bytes: Buffer, writer: BlockWriter): DocumentMetadata {
  const file = openCompoundFile(bytes);
  const subject = textOf(file, SUBJECT);
  const folders = file.paths.filter((path) => /^__attach_version1\.0_[^/]*\/$/.test(path));
  const attachments = folders.flatMap(
    (folder) => textOf(file, LONG_NAME, folder) ?? textOf(file, SHORT_NAME, folder) ?? [],
  );
  const body = textOf(file, BODY) ?? '';
  const isEncrypted = body.trim() === '' && attachments.some((name) => ENCRYPTED_ATTACHMENT.test(name));
  if (isEncrypted || ENCRYPTED_MESSAGE_CLASS.test(textOf(file, MESSAGE_CLASS) ?? '')) {
    throw new UnreadableDocumentError({ code: 'encrypted-email' }, 'protected');
  }
  writeMailHeader(writer, {
    subject,
    from: [textOf(file, SENDER), textOf(file, SENDER_ADDRESS)].filter(Boolean).join(' '),
    to: textOf(file, TO),
    cc: textOf(file, COPY_TO),
    date: dateOf(file)?.toISOString(),
    attachments,
  });
  const html = file.stream(`__substg1.0_${HTML}0102`);
  const compressed = file.stream(`__substg1.0_${COMPRESSED_RTF}0102`);
  if (body.trim() !== '') writePlainText(body, writer);
  else if (html) extractHtml(html, writer);
  else if (compressed) {
    const text = decompressRtf(compressed);
    if (!text) return { title: subject, gaps: [{ code: 'damaged' }] };
    extractRtf(text, writer);
  }
  return { title: subject };
}

const HEADER_BYTES = 32;
const ENTRY_BYTES = 16;
const TIME_TYPE = 0x0040;
/** Milliseconds from 1601, from where Windows counts in tenths of a microsecond, to 1970. */
const EPOCH_MS = 11_644_473_600_000;

/** Returns when a message was sent, or else received. Values of a fixed length are in one stream, 16 bytes for each. */
function dateOf(file: CompoundFile): Date | undefined {
  const properties = file.stream('__properties_version1.0') ?? Buffer.alloc(0);
  const found = new Map<number, Date>();
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= properties.length; at += ENTRY_BYTES) {
    const [type, id] = [properties.readUInt16LE(at), properties.readUInt16LE(at + 2)];
    if (type !== TIME_TYPE || !DATES.includes(id)) continue;
    const date = new Date(Number(properties.readBigUInt64LE(at + 8) / 10_000n) - EPOCH_MS);
    if (!Number.isNaN(date.getTime())) found.set(id, date);
  }
  return DATES.flatMap((id) => found.get(id) ?? []).at(0);
}

/** Returns a property: 001F is UTF-16, 001E is in the code page of its author. */
function textOf(file: CompoundFile, tag: string, folder = ''): string | undefined {
  const wide = file.stream(`${folder}__substg1.0_${tag}001F`);
  if (wide) return wide.toString('utf16le');
  const narrow = file.stream(`${folder}__substg1.0_${tag}001E`);
  return narrow && decodeText(narrow.filter((byte) => byte !== 0));
}
