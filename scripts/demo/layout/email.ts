import { makeText, type SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';

export interface Email {
  from: string;
  to: readonly string[];
  cc?: readonly string[];
  /** ISO instant. */
  sent: string;
  subject: string;
  text: string;
  attachment?: SampleDocument;
}

const BOUNDARY = 'next-part-of-this-message';

/** Writes a message as mail programs export it. */
export function makeEmail(
  name: string,
  { from, to, cc = [], sent, subject, text, attachment }: Email,
): SampleDocument {
  const id = `${Date.parse(sent)}.${subject.length}@mail.example`;
  const head = [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
    `Date: ${new Date(sent).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
  ];
  const body = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text.trim(),
    '',
  ];
  const parts = attachment
    ? [
        `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
        '',
        `--${BOUNDARY}`,
        ...body,
        `--${BOUNDARY}`,
        `Content-Type: ${attachment.mimeType}; name="${attachment.name}"`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: attachment; filename="${attachment.name}"`,
        '',
        ...(attachment.buffer.toString('base64').match(/.{1,76}/g) ?? []),
        `--${BOUNDARY}--`,
        '',
      ]
    : body;
  return makeText(name, [...head, ...parts].join('\r\n'));
}
