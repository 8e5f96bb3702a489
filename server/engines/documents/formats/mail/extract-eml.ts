import PostalMime, { type Address, type Email } from 'postal-mime';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { UnreadableDocumentError } from '#server/engines/documents/blocks/document-text.ts';
import { writeHtml } from '../html/extract-html.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { writePlainText } from '../plain-text/extract-plain-text.ts';
import { writeMailHeader } from './mail-header.ts';
import { withoutAttachments } from './without-attachments.ts';

const ENCRYPTED_MEDIA_TYPE = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/;

/** Extracts an e-mail, or a web page saved as one. Only the names of attachments are included. */
export async function prepareEml(
  bytes: Buffer,
  writer: BlockWriter,
): Promise<() => { title: string | undefined }> {
  // Such a file was saved by an editor, not by a mail program.
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2));
  const mail = await PostalMime.parse(
    isWide ? decodeText(writer.truncateBytes(bytes)) : writer.truncateBytes(withoutAttachments(bytes)),
  );
  return () => {
    writeEml(mail, writer);
    return { title: mail.subject };
  };
}

function writeEml(mail: Email, writer: BlockWriter): void {
  const body = `${mail.html ?? ''}${mail.text ?? ''}`.trim();
  if (body === '' && mail.attachments.some(({ mimeType }) => ENCRYPTED_MEDIA_TYPE.test(mimeType))) {
    throw new UnreadableDocumentError({ code: 'encrypted-email' }, 'protected');
  }
  writeMailHeader(writer, {
    subject: mail.subject,
    from: mail.from && formatAddresses([mail.from]),
    to: formatAddresses(mail.to),
    cc: formatAddresses(mail.cc),
    date: mail.date,
    attachments: mail.attachments.flatMap(({ filename }) => filename ?? []),
  });
  // It has the tables and headings, where there are both.
  if (mail.html !== undefined && mail.html.trim() !== '') writeHtml(mail.html, writer);
  else writePlainText(mail.text ?? '', writer);
}

function formatAddresses(addresses: readonly Address[] = []): string {
  return addresses
    .map((entry) =>
      entry.group
        ? `${entry.name}: ${formatAddresses(entry.group)}`
        : `${entry.name} ${entry.address}`.trim(),
    )
    .join(', ');
}
