import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { UnreadableDocumentError } from '#server/engines/documents/blocks/document-text.ts';
import { type CompoundFile, openCompoundFile } from '../containers/compound-file.ts';
import { extractHtml } from '../html/extract-html.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { writePlainText } from '../plain-text/extract-plain-text.ts';
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
const LONG_NAME = '3707';
const SHORT_NAME = '3704';
const ENCRYPTED_MESSAGE_CLASS = /^IPM\.Note\.SMIME$|\.RPMSG/i;
/** Attachments that encryption programs add instead of a text. */
const ENCRYPTED_ATTACHMENT = /\.(?:p7m|pgp-encrypted|rpmsg)$/i;

/** An Outlook message; returns its subject. */
export function extractMsg(bytes: Buffer, writer: BlockWriter): string | undefined {
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
    date: undefined,
    attachments,
  });
  const html = file.stream(`__substg1.0_${HTML}0102`);
  if (body.trim() === '' && html) extractHtml(html, writer);
  else writePlainText(body, writer);
  return subject;
}

/** Returns a property: 001F is UTF-16, 001E is in the code page of its author. */
function textOf(file: CompoundFile, tag: string, folder = ''): string | undefined {
  const wide = file.stream(`${folder}__substg1.0_${tag}001F`);
  if (wide) return wide.toString('utf16le');
  const narrow = file.stream(`${folder}__substg1.0_${tag}001E`);
  return narrow && decodeText(narrow.filter((byte) => byte !== 0));
}
