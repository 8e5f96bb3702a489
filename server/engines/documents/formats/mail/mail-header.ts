import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';

interface MailHead {
  subject: string | undefined;
  from: string | undefined;
  to: string | undefined;
  copyTo: string | undefined;
  date: string | undefined;
  attachments: readonly string[];
}

/** Beyond this a mail is no letter. */
const MOST_ATTACHMENTS = 100;

/** What stands above a mail's text: its subject as heading, who wrote to whom and when, and what came with it. */
export function writeMailHead(writer: BlockWriter, head: MailHead): void {
  writer.heading(1, head.subject ?? '');
  const lines = [
    ['From', head.from],
    ['To', head.to],
    ['Cc', head.copyTo],
    ['Date', head.date],
    ...head.attachments.slice(0, MOST_ATTACHMENTS).map((name) => ['Attachment', name]),
  ];
  const told = lines.filter(([, value]) => value !== undefined && value.trim() !== '');
  writer.block('paragraph', told.map(([name, value]) => `${name}: ${value}`).join('\n'));
}
