import type { TestApp } from '#server/testing/test-app.ts';

/** A folder with two files, and a visitor who may see it. */
export async function openSampleVisit(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder('Contracts');
  const files = [
    await owner.file({ folderId: folder.id, content: 'File 0' }),
    await owner.file({ folderId: folder.id, content: 'File 1' }),
  ];
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  const { encrypted_token } = await testApp.server.services.db
    .selectFrom('invitations')
    .select('encrypted_token')
    .where('id', '=', visitor.invitationId)
    .executeTakeFirstOrThrow();
  const token = testApp.server.services.encryptor.decrypt('invitation token', encrypted_token);
  return { owner, folder, files, visitor, token };
}
