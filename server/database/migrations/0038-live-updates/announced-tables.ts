/**
 * Lists what a change of a row is announced as: an SQL expression over `new` and `old` per announcement; a null one is left out.
 * The texts contain ids alone, and `server/modules/live/parse-announcement.ts` reads them.
 */
export interface AnnouncedTable {
  readonly name: string;
  /** An update counts if it changes one of these columns. */
  readonly columns: readonly string[];
  /** Limits the updates that count. */
  readonly condition?: string;
  readonly insert?: readonly Announcement[];
  readonly update?: readonly Announcement[];
  readonly delete?: readonly Announcement[];
}

/** The text, and the rest of a query where the text is over another table. */
export type Announcement = string | { readonly text: string; readonly from: string };

const id = (column: string): string => `coalesce(${column}, 0)`;
const words = (kind: string, ...columns: string[]): string =>
  [`'${kind}'`, ...columns.map(id)].join(` || ' ' || `);

const fileIn = (row: string): string => words('file', `${row}.id`, `${row}.folder_id`, `${row}.owner_id`);
const folder = (row: string): string => words('folder', `${row}.id`, `${row}.parent_id`, `${row}.owner_id`);
const rights = (kind: 'folder' | 'user' | 'invitation' | 'group', column: string): string =>
  words(`rights ${kind}`, column);
/** For those who manage a folder, who see more of it than its readers. */
const staff = (topic: 'folder' | 'shares' | 'room', column: string): string =>
  words(`staff ${topic}`, column);
const person = (topic: 'invitations' | 'links', column: string): string => words(`person ${topic}`, column);

const changed = (column: string, text: (row: string) => string): string =>
  `case when old.${column} is distinct from new.${column} then ${text('old')} end`;

/** The same announcements, of the row that there is, for every kind of change. */
const always = (
  name: string,
  columns: readonly string[],
  announcements: (row: 'new' | 'old') => readonly Announcement[],
): AnnouncedTable => ({
  name,
  columns,
  insert: announcements('new'),
  update: announcements('new'),
  delete: announcements('old'),
});

/** Deleting a folder marks everything in it: the folder alone is announced. */
const BY_ITSELF = 'old.deleted_with_folder_id is null and new.deleted_with_folder_id is null';
const FILE_COLUMNS = ['name', 'size', 'allow_download', 'folder_id', 'owner_id', 'blob_key'];
const FILE_STATES = ['deleted_at', 'published_at', 'index_status', 'index_reason', 'current_version'];

export const ANNOUNCED_TABLES: readonly AnnouncedTable[] = [
  {
    name: 'files',
    columns: [...FILE_COLUMNS, ...FILE_STATES],
    condition: BY_ITSELF,
    insert: [fileIn('new')],
    update: [fileIn('new'), changed('folder_id', fileIn)],
  },
  {
    name: 'blobs',
    columns: ['scan_state'],
    update: [
      {
        text: fileIn('files'),
        from: 'from files where files.blob_key = new.key and files.deleted_at is null',
      },
    ],
  },
  {
    name: 'folders',
    columns: ['name', 'parent_id', 'owner_id', 'deleted_at', 'published_at'],
    condition: BY_ITSELF,
    insert: [folder('new')],
    update: [
      folder('new'),
      changed('parent_id', folder),
      changed('parent_id', (row) => rights('folder', `${row}.parent_id`)),
      changed('parent_id', () => rights('folder', 'new.id')),
      changed('deleted_at', (row) => rights('folder', `${row}.id`)),
      changed('published_at', (row) => rights('folder', `${row}.id`)),
      changed('owner_id', (row) => rights('folder', `${row}.id`)),
      changed('owner_id', (row) => rights('user', `${row}.owner_id`)),
      changed('owner_id', () => rights('user', 'new.owner_id')),
    ],
  },
  always('placeholders', ['name', 'folder_id', 'deleted_at'], (row) => [staff('folder', `${row}.folder_id`)]),
  always('entry_positions', ['parent_id', 'order_key'], (row) => [staff('folder', `${row}.parent_id`)]),
  always('frozen_numbers', ['place', 'withdrawn_at'], (row) => [staff('folder', `${row}.parent_id`)]),
  always('collaborators', ['granted_by_id'], (row) => [
    rights('user', `${row}.user_id`),
    rights('folder', `${row}.folder_id`),
    staff('shares', `${row}.folder_id`),
  ]),
  always('room_managers', ['user_id'], (row) => [
    rights('user', `${row}.user_id`),
    rights('folder', `${row}.room_id`),
    staff('room', `${row}.room_id`),
  ]),
  always(
    'rooms',
    ['settings', 'state', 'archived_at', 'frozen_at', 'version', 'code_name', ...roomRules()],
    (row) => [`'rights all'`, staff('room', `${row}.folder_id`)],
  ),
  always('room_domains', ['domain'], (row) => [`'rights all'`, staff('room', `${row}.room_id`)]),
  always('emergency_accesses', ['expires_at'], (row) => [rights('user', `${row}.user_id`)]),
  always('room_groups', ['name', 'ends_at', 'deleted_at'], (row) => [
    rights('group', `${row}.id`),
    staff('room', `${row}.room_id`),
  ]),
  always('group_members', ['removed_at', 'user_id', 'invitation_id', 'email_key'], (row) => [
    rights('user', `${row}.user_id`),
    rights('invitation', `${row}.invitation_id`),
    staff('room', `${row}.room_id`),
  ]),
  always('group_grants', ['level'], (row) => [
    rights('group', `${row}.group_id`),
    staff('shares', `${row}.folder_id`),
  ]),
  always('group_file_grants', ['level'], (row) => [rights('group', `${row}.group_id`)]),
  always('publications', ['cancelled_at'], (row) => [staff('room', `${row}.room_id`)]),
  always('areas', ['name'], (row) => [staff('room', `${row}.room_id`)]),
  always(
    'requests',
    ['state', 'text', 'area_id', 'group_id', 'responsible_id', 'due_at', 'priority', 'deleted_at'],
    (row) => [staff('room', `${row}.room_id`)],
  ),
  always(
    'invitations',
    [
      'role',
      'all_folders',
      'allow_download',
      'expires_at',
      'accepted_at',
      'accepted_by_id',
      'revoked_at',
      'inviter_id',
    ],
    (row) => [
      person('invitations', `${row}.inviter_id`),
      rights('invitation', `${row}.id`),
      rights('user', `${row}.accepted_by_id`),
    ],
  ),
  always('invitation_folders', ['folder_id'], (row) => [rights('invitation', `${row}.invitation_id`)]),
  always(
    'links',
    ['name', 'settings', 'starts_at', 'expires_at', 'disabled_at', 'deleted_at', 'terms_id'],
    (row) => [person('links', `${row}.owner_id`), `'rights visitors'`],
  ),
  always('link_targets', ['entry_id'], () => [`'rights visitors'`]),
  {
    name: 'users',
    columns: ['is_admin', 'deleted_at', 'email_key', 'email_verified_at'],
    update: [
      rights('user', 'new.id'),
      changed('is_admin', () => `'rights all'`),
      changed('deleted_at', () => `'rights all'`),
    ],
  },
];

function roomRules(): string[] {
  return [
    'allows_visitors',
    'allows_collaborators',
    'allows_downloads',
    'watermarks_pages',
    'administrators_can_read',
  ];
}
