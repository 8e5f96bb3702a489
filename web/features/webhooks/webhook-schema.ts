import { z } from 'zod';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createWebhook } from '#shared/contracts/programs/webhooks.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/domain/audit-actions.ts';

/** The value of the choice of everything, which is no id. */
export const EVERYTHING = 'everything';

const INVALID_URL = 'Enter an address such as https://example.com/hook';

export const webhookSchema = z.object({
  url: z
    .string()
    .trim()
    .refine((text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text), INVALID_URL),
  /** An id, or `everything`. */
  folder: z.string().min(1, 'Choose a folder'),
  events: z.array(z.enum(AUDIT_ACTIONS)).min(1, 'Choose at least one event'),
});
export type WebhookFormValues = z.infer<typeof webhookSchema>;

/** Events about a folder and what is in it; the others happen elsewhere. */
const FOLDER_EVENTS = /^(?:file|folder|collaborator)\./;

/** Lists the events that a webhook of a folder, or of everything, can send. */
export const listEvents = (folder: string): readonly AuditAction[] =>
  folder === EVERYTHING ? AUDIT_ACTIONS : AUDIT_ACTIONS.filter((action) => FOLDER_EVENTS.test(action));

/** Leaves out events that were chosen for another folder choice. */
export const toBody = ({ url, folder, events }: WebhookFormValues): BodyOf<typeof createWebhook> => ({
  url,
  folderId: folder === EVERYTHING ? null : Number(folder),
  events: events.filter((event) => listEvents(folder).includes(event)),
});
