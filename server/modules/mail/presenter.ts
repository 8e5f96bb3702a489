import type { Mail } from '#shared/contracts/outbox.ts';
import type { MailRow } from './queries.ts';

function stateOf(mail: MailRow): Mail['state'] {
  if (mail.sent_at !== null) return 'sent';
  if (mail.failed_at !== null) return 'failed';
  return mail.should_send === 1 ? 'waiting' : 'kept';
}

const toIsoString = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const presentMail = (mail: MailRow): Mail => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  state: stateOf(mail),
  createdAt: new Date(mail.created_at).toISOString(),
  sentAt: toIsoString(mail.sent_at),
  failedAt: toIsoString(mail.failed_at),
  lastError: mail.last_error,
});
