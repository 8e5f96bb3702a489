import { expect } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { MailText } from '#shared/contracts/mail/mail-texts.ts';

export const ADMIN_TEXTS = '/api/admin/mail-texts';
export const INVITATION = {
  kind: 'invitation',
  subject: 'Welcome to {room}',
  body: 'Dear {recipient},\n\n{sender} asks you to look at {room}\nbefore {expires}: {link}',
};

export interface StoredMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
}

/** Reads the mails to an address, oldest first. */
export async function mailsTo({ server }: TestApp, address: string): Promise<StoredMail[]> {
  const { db, encryptor } = server.services;
  const rows = await db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('to_address', '=', address)
    .orderBy('id')
    .execute();
  return rows.map(({ subject, encrypted_body }) => ({
    subject,
    ...JSON.parse(encryptor.decrypt('mail', encrypted_body)),
  }));
}

/** Opens a room, and writes texts of it or of the installation. */
export async function openTexts(testApp: TestApp) {
  const admin = await testApp.user({ isAdmin: true });
  const room = await openRoom(testApp);
  const url = `/api/rooms/${room.root.id}/mail-texts`;
  const write = async (path: string, text: object): Promise<MailText> => {
    const { status, body } = await (path === ADMIN_TEXTS ? admin : room.owner).post(path, text);
    expect([status, body]).toMatchObject([201, text]);
    return body;
  };
  return { ...room, admin, url, write };
}
