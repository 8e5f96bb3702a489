/** A table whose rows over time are kept in the table `<name>_history`. Part of stored data: later migrations add to it, none changes it. */
export interface HistoryTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The columns that are kept, with their types; those of the key are among them. */
  readonly columns: Readonly<Record<string, 'bigint' | 'text'>>;
  /** Values, over the prefix `{row}`, that are kept in place of the columns themselves; `{position}` is the engine's function for texts. */
  readonly values?: Readonly<Record<string, string>>;
  /** Limits the rows that are kept, over the prefix `{row}`. */
  readonly condition?: string;
}

const bigints = (...columns: string[]): Record<string, 'bigint'> =>
  Object.fromEntries(columns.map((column) => [column, 'bigint']));

/** The domain of an address with its `@`: rooms may limit their readers to some domains. */
const domainOf = (address: string): string => `substr(${address}, {position}(${address}, '@'))`;

const grant = { group_id: 'bigint', level: 'text' } as const;
const entry = { entry_kind: 'text', entry_id: 'bigint' } as const;

/** Every table from which the access rule decides, and those from which documents have names, numbers and hashes. */
export const HISTORY_TABLES: readonly HistoryTable[] = [
  {
    name: 'users',
    key: ['id'],
    columns: { email_key: 'text', ...bigints('id', 'email_verified_at', 'is_admin', 'deleted_at') },
    values: { email_key: domainOf('{row}.email_key') },
  },
  {
    name: 'folders',
    key: ['id'],
    columns: {
      id: 'bigint',
      name: 'text',
      parent_id: 'bigint',
      owner_id: 'bigint',
      created_at: 'bigint',
      deleted_at: 'bigint',
      published_at: 'bigint',
    },
  },
  {
    name: 'files',
    key: ['id'],
    columns: {
      id: 'bigint',
      name: 'text',
      folder_id: 'bigint',
      owner_id: 'bigint',
      allow_download: 'bigint',
      size: 'bigint',
      blob_key: 'text',
      current_version: 'bigint',
      created_at: 'bigint',
      deleted_at: 'bigint',
      published_at: 'bigint',
    },
  },
  {
    name: 'file_versions',
    key: ['file_id', 'number'],
    columns: {
      file_id: 'bigint',
      number: 'bigint',
      size: 'bigint',
      sha256: 'text',
      created_at: 'bigint',
      withdrawn_at: 'bigint',
    },
  },
  {
    name: 'collaborators',
    key: ['folder_id', 'user_id'],
    columns: { folder_id: 'bigint', user_id: 'bigint', granted_by_id: 'bigint' },
  },
  {
    name: 'rooms',
    key: ['folder_id'],
    columns: {
      settings: 'text',
      state: 'text',
      ...bigints('folder_id', 'frozen_at', 'allows_visitors', 'allows_collaborators', 'allows_downloads'),
      ...bigints('watermarks_pages', 'administrators_can_read', 'archived_at'),
    },
  },
  { name: 'room_domains', key: ['room_id', 'domain'], columns: { room_id: 'bigint', domain: 'text' } },
  {
    name: 'emergency_accesses',
    key: ['id'],
    columns: { id: 'bigint', room_id: 'bigint', user_id: 'bigint', expires_at: 'bigint' },
  },
  {
    name: 'room_managers',
    key: ['room_id', 'user_id'],
    columns: { room_id: 'bigint', user_id: 'bigint' },
  },
  {
    name: 'room_groups',
    key: ['id'],
    columns: { id: 'bigint', room_id: 'bigint', name: 'text', ends_at: 'bigint', deleted_at: 'bigint' },
  },
  {
    name: 'group_members',
    key: ['id'],
    columns: {
      id: 'bigint',
      group_id: 'bigint',
      room_id: 'bigint',
      user_id: 'bigint',
      invitation_id: 'bigint',
      email_key: 'text',
      removed_at: 'bigint',
    },
    values: { email_key: domainOf('{row}.email_key') },
  },
  { name: 'group_grants', key: ['group_id', 'folder_id'], columns: { ...grant, folder_id: 'bigint' } },
  { name: 'group_file_grants', key: ['group_id', 'file_id'], columns: { ...grant, file_id: 'bigint' } },
  {
    name: 'invitations',
    key: ['id'],
    columns: {
      id: 'bigint',
      email: 'text',
      role: 'text',
      all_folders: 'bigint',
      allow_download: 'bigint',
      inviter_id: 'bigint',
      expires_at: 'bigint',
      accepted_by_id: 'bigint',
      revoked_at: 'bigint',
      link_id: 'bigint',
    },
    // Whether there is an address decides, and its domain: the history needs no names of people.
    values: { email: `case when {row}.email = '' then '' else '-' || ${domainOf('{row}.email')} end` },
  },
  {
    name: 'invitation_folders',
    key: ['invitation_id', 'folder_id'],
    columns: { invitation_id: 'bigint', folder_id: 'bigint' },
  },
  {
    name: 'links',
    key: ['id'],
    columns: {
      id: 'bigint',
      owner_id: 'bigint',
      settings: 'text',
      starts_at: 'bigint',
      expires_at: 'bigint',
      disabled_at: 'bigint',
      deleted_at: 'bigint',
    },
    // The settings name people too; a history of access needs the level alone.
    values: {
      settings: `case when {row}.settings like '%"level":"download"%' then '{"level":"download"}' else '{}' end`,
    },
  },
  {
    name: 'link_targets',
    key: ['link_id', 'entry_kind', 'entry_id'],
    columns: { link_id: 'bigint', ...entry },
  },
  {
    name: 'system_settings',
    key: ['name'],
    columns: { name: 'text', value: 'text' },
    condition: `{row}.name = 'allowPublicSharing'`,
  },
  {
    name: 'entry_positions',
    key: ['entry_kind', 'entry_id'],
    columns: { ...entry, parent_id: 'bigint', order_key: 'text' },
  },
  {
    name: 'placeholders',
    key: ['id'],
    columns: { id: 'bigint', folder_id: 'bigint', name: 'text', created_at: 'bigint', deleted_at: 'bigint' },
  },
  {
    name: 'frozen_numbers',
    key: ['id'],
    columns: {
      id: 'bigint',
      parent_id: 'bigint',
      place: 'bigint',
      ...entry,
      name: 'text',
      withdrawn_at: 'bigint',
    },
  },
];

/** The end of a row that is still valid: later than every instant. */
export const NO_END = Number.MAX_SAFE_INTEGER;

export const historyOf = ({ name }: HistoryTable): string => `${name}_history`;
