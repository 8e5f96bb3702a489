import { expect, type Page } from '@playwright/test';

interface InvitationInput {
  email: string;
  role: 'Visitor (view only, no account)' | 'Collaborator (edit access, account required)';
  /** Folders to select in the dialog, unless it was opened for a folder. */
  folder?: string;
  allowDownload?: boolean;
}

/** Fills in and submits the open dialog; returns the invitation link that it then shows. */
export async function fillInvitation(
  page: Page,
  { email, role, folder, allowDownload = false }: InvitationInput,
): Promise<string> {
  const form = page.getByRole('dialog', { name: 'Invite User' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption(role);
  if (folder !== undefined) await form.getByRole('checkbox', { name: folder, exact: true }).check();
  if (allowDownload) await form.getByRole('checkbox', { name: 'Allow this visitor to download' }).check();
  await form.getByRole('button', { name: /^(Send Invitation|Create Link)$/ }).click();
  const result = page.getByRole('dialog', { name: 'Invitation created' });
  await expect(result).toBeVisible();
  return result.getByLabel('Invitation link').inputValue();
}
