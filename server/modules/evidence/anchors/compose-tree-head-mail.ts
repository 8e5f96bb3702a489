import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';

/** Composes the mail with the tree head of a day, as a file for the verifier. */
export const composeTreeHeadMail = (head: TreeHead, publicUrl: string): MailContent => ({
  subject: `Tree head ${head.treeSize} of the audit log`,
  roomId: null,
  paragraphs: [
    `As of ${head.signedAt} the audit log had ${head.treeSize} entries, with the root hash ${head.rootHash}.`,
    'Keep this email. It shows later if the log was changed: a log that was rewritten does not contain this tree head.',
  ],
  link: { label: 'Verify', url: `${publicUrl}/verify` },
  reason: 'You received this email because an administrator chose you to keep tree heads of the audit log.',
  attachments: [
    {
      name: `tree-head-${head.treeSize}.json`,
      mediaType: 'application/json',
      text: JSON.stringify(head),
    },
  ],
});
