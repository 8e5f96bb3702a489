import type { Services } from '#server/app/context.ts';
import { findLastPosition } from './queries.ts';

/** Returns the number of the last entry of the audit log. */
export const findAuditPosition = ({ db }: Pick<Services, 'db'>): Promise<number> => findLastPosition(db);
