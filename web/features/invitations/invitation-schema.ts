import { z } from 'zod';
import { emailField } from '#shared/contracts/fields/account-fields.ts';
import { ENTER_VALID_EMAIL } from '#shared/domain/messages.ts';

const email = emailField(ENTER_VALID_EMAIL);

/**
 * Validates the invite form. The email may be empty only when the settings allow visitor links without an
 * address.
 */
export const invitationSchema = (mayLeaveOutEmail: boolean) =>
  z
    .object({
      email: z.string().trim(),
      access: z.enum(['specific', 'all']),
      folderIds: z.array(z.number()),
      role: z.enum(['visitor', 'collaborator', 'group']),
      groupId: z.string(),
      expirationDays: z.string(),
      allowDownload: z.boolean(),
    })
    .refine(
      (values) =>
        values.email === ''
          ? mayLeaveOutEmail && values.role === 'visitor'
          : email.safeParse(values.email).success,
      { path: ['email'], message: ENTER_VALID_EMAIL },
    )
    .refine(({ role, access, folderIds }) => role === 'group' || access === 'all' || folderIds.length > 0, {
      path: ['folderIds'],
      message: 'Choose at least one folder',
    });

export type InvitationFormValues = z.output<ReturnType<typeof invitationSchema>>;

/** Converts the form values to the request body for folders. */
export const toInvitationRequest = (values: InvitationFormValues) => ({
  ...(values.email !== '' && { email: values.email }),
  allFolders: values.access === 'all',
  folderIds: values.access === 'all' ? [] : values.folderIds,
  ...(values.role === 'visitor'
    ? {
        role: 'visitor' as const,
        expirationDays: Number(values.expirationDays),
        allowDownload: values.allowDownload,
      }
    : { role: 'collaborator' as const }),
});
