import PostalMime, { type Address, type Email } from 'postal-mime';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { writeHtml } from '../html/extract-html.ts';
import { writePlain } from '../plain-text/extract-plain-text.ts';
import { writeMailHead } from './mail-header.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import { Unreadable } from '#server/engines/documents/blocks/unreadable-document-error.ts';

const SEALED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/;

/** An e-mail, or a web page saved as one. Of attachments only the names are told. */
export async function prepareEml(
  bytes: Buffer,
  writer: BlockWriter,
): Promise<() => { title: string | undefined }> {
  // Such a file was saved by an editor, not by a mail program.
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2));
  const mail = await PostalMime.parse(isWide ? decodeText(writer.fit(bytes)) : writer.fit(bytes));
  return () => {
    writeEml(mail, writer);
    return { title: mail.subject };
  };
}

function writeEml(mail: Email, writer: BlockWriter): void {
  const body = `${mail.html ?? ''}${mail.text ?? ''}`.trim();
  if (body === '' && mail.attachments.some(({ mimeType }) => SEALED.test(mimeType))) {
    throw new Unreadable('This e-mail is encrypted.', 'protected');
  }
  writeMailHead(writer, {
    subject: mail.subject,
    from: mail.from && said([mail.from]),
    to: said(mail.to),
    copyTo: said(mail.cc),
    date: mail.date,
    attachments: mail.attachments.flatMap(({ filename }) => filename ?? []),
  });
  // It has the tables and headings, where there are both.
  if (mail.html !== undefined && mail.html.trim() !== '') writeHtml(mail.html, writer);
  else writePlain(mail.text ?? '', writer);
}

function said(addresses: readonly Address[] = []): string {
  return addresses
    .map((entry) =>
      entry.group ? `${entry.name}: ${said(entry.group)}` : `${entry.name} ${entry.address}`.trim(),
    )
    .join(', ');
}
