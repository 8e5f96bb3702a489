import { references, required, requiredReference, type SchemaBuilder, withDefault } from './columns.ts';

export async function createInvitationTables(schema: SchemaBuilder): Promise<void> {
  const { bytes, create, createWithId, createIndex } = schema;
  await createWithId('invitations')
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', withDefault(''))
    .addColumn('role', 'text', required)
    .addColumn('all_folders', 'integer', required)
    .addColumn('allow_download', 'integer', required)
    .addColumn('token_hash', bytes, (column) => column.notNull().unique())
    .addColumn('encrypted_token', bytes, required)
    .addColumn('inviter_id', 'bigint', requiredReference('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('expiration_days', 'integer', withDefault(7))
    .addColumn('accepted_at', 'bigint')
    .addColumn('accepted_by_id', 'bigint', references('users.id'))
    .addColumn('revoked_at', 'bigint')
    .execute();
  await createIndex('invitations_by_inviter', 'invitations', ['inviter_id']);
  // Read at every request of a user, since accepted invitations to all folders grant access.
  await createIndex('invitations_by_accepted_by', 'invitations', ['accepted_by_id']);
  await create('invitation_folders')
    .addColumn('invitation_id', 'bigint', requiredReference('invitations.id'))
    .addColumn('folder_id', 'bigint', requiredReference('folders.id'))
    .addPrimaryKeyConstraint('invitation_folders_pk', ['invitation_id', 'folder_id'])
    .execute();
  await createIndex('invitation_folders_by_folder', 'invitation_folders', ['folder_id']);
}
