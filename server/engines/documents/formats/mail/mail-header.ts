import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';

interface MailHeader {
  subject: string | undefined;
  from: string | undefined;
  to: string | undefined;
  cc: string | undefined;
  date: string | undefined;
  attachments: readonly string[];
}

/** Beyond this a mail is no letter. */
const MAX_ATTACHMENTS = 100;

/** Writes the lines above a mail's text: its subject as a heading, sender, recipients, date and attachments. */
export function writeMailHeader(writer: BlockWriter, head: MailHeader): void {
  writer.addHeading(1, head.subject ?? '');
  const lines = [
    ['From', head.from],
    ['To', head.to],
    ['Cc', head.cc],
    ['Date', head.date],
    ...head.attachments.slice(0, MAX_ATTACHMENTS).map((name) => ['Attachment', name]),
  ];
  const present = lines.filter(([, value]) => value !== undefined && value.trim() !== '');
  writer.addBlock('paragraph', present.map(([name, value]) => `${name}: ${value}`).join('\n'));
}
