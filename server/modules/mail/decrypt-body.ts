import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { MailRow } from './queries.ts';

const named = z.object({ name: z.string(), mediaType: z.string() });
const attachment = z.union([named.extend({ text: z.string() }), named.extend({ base64: z.string() })]);

const body = z.object({
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().exactOptional(),
  attachments: z.array(attachment).exactOptional(),
});

export const decryptBody = (
  { encryptor }: Pick<Services, 'encryptor'>,
  mail: MailRow,
): z.infer<typeof body> => body.parse(JSON.parse(encryptor.decrypt('mail', mail.encrypted_body)));
