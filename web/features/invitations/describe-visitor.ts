import { formatDate } from '#shared/domain/format.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';

/** Says until when somebody is a visitor; a link may have no end. */
export const describeVisitor = ({ expiresAt }: { expiresAt: string }): string =>
  Date.parse(expiresAt) >= NO_EXPIRY ? 'Visitor' : `Visitor until ${formatDate(expiresAt)}`;
