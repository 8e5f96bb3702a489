import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { MailRow } from './queries.ts';

const attachment = z.object({ name: z.string(), mediaType: z.string(), base64: z.string() });

const body = z.object({
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().exactOptional(),
  attachment: attachment.exactOptional(),
});

export const decryptBody = (
  { encryptor }: Pick<Services, 'encryptor'>,
  mail: MailRow,
): z.infer<typeof body> => body.parse(JSON.parse(encryptor.decrypt('mail', mail.encrypted_body)));
