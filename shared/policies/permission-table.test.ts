import { describe, expect, test } from 'vitest';
import type { AccessLevel, Actor } from './actor.ts';
import { type FileResource, filePolicy } from './files.ts';
import { folderPolicy } from './folders.ts';
import { invitationPolicy } from './invitations.ts';
import { linkPolicy } from './links.ts';
import { systemPolicy } from './system.ts';
import { type TrashedResource, trashPolicy } from './trash.ts';
import { type UserResource, userPolicy } from './users.ts';

const user: Actor = { kind: 'user', id: 1, isAdmin: false };
const admin: Actor = { kind: 'user', id: 9, isAdmin: true };
const visitor = { kind: 'visitor', invitationId: 1, mayDownload: false } as const;
/** A visitor of a link with the level `download`. */
const guest: Actor = { ...visitor, mayDownloadWatermarked: true };
const nobody: Actor = { kind: 'anonymous' };

/** Columns: the actor, and their access level. `own` means that they uploaded the file. */
const COLUMNS: readonly { name: string; actor: Actor; accessLevel: AccessLevel; own: boolean }[] = [
  { name: 'anonymous', actor: nobody, accessLevel: 'none', own: false },
  { name: 'stranger', actor: user, accessLevel: 'none', own: false },
  { name: 'visitor', actor: visitor, accessLevel: 'visitor', own: false },
  { name: 'guest of PDFs', actor: guest, accessLevel: 'visitor', own: false },
  { name: 'welcome visitor', actor: { ...visitor, mayDownload: true }, accessLevel: 'visitor', own: false },
  { name: 'collaborator', actor: user, accessLevel: 'collaborator', own: false },
  { name: 'uploader', actor: user, accessLevel: 'collaborator', own: true },
  { name: 'folder owner', actor: user, accessLevel: 'owner', own: false },
  { name: 'file owner', actor: user, accessLevel: 'owner', own: true },
  { name: 'removed uploader', actor: user, accessLevel: 'none', own: true },
  { name: 'administrator', actor: admin, accessLevel: 'none', own: false },
];

const columnsWhere = (test: (column: (typeof COLUMNS)[number]) => boolean): string[] =>
  COLUMNS.filter(test).map((column) => column.name);

const MEMBERS = ['collaborator', 'uploader', 'folder owner', 'file owner'];
const WATERMARKED = 'guest of PDFs';
const OWNERS = ['folder owner', 'file owner'];
const always = (allowed: string[]) => ({ allowed, restricted: allowed });
const FOR_MEMBERS = always([...MEMBERS, 'administrator']);
/** The file's owner while a member of its folder, and administrators. */
const UPLOADERS = always(['uploader', 'file owner', 'administrator']);

describe('section 6: folders', () => {
  const table: Record<keyof typeof folderPolicy, string[]> = {
    view: ['visitor', WATERMARKED, 'welcome visitor', ...MEMBERS, 'administrator'],
    download: [WATERMARKED, 'welcome visitor', ...MEMBERS, 'administrator'],
    addTo: [...MEMBERS, 'administrator'],
    upload: [...MEMBERS, 'administrator'],
    moveInto: [...MEMBERS, 'administrator'],
    order: [...MEMBERS, 'administrator'],
    seeWithdrawnEntries: [...MEMBERS, 'administrator'],
    rename: [...MEMBERS, 'administrator'],
    move: [...OWNERS, 'administrator'],
    delete: [...OWNERS, 'administrator'],
    manageAccess: [...OWNERS, 'administrator'],
    seeAccess: [...OWNERS, 'administrator'],
    revokeAccess: [...OWNERS, 'administrator'],
    seeActivity: [...OWNERS, 'administrator'],
    leave: ['collaborator', 'uploader'],
  };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule = folderPolicy[action as keyof typeof table]; // Object.entries loses the keys' type
      expect(columnsWhere(({ actor, accessLevel }) => rule(actor, { accessLevel }))).toEqual(
        COLUMNS.map(({ name }) => name).filter((name) => allowed.includes(name)),
      );
    });
  }
});

describe('section 6: files', () => {
  const table: Record<keyof typeof filePolicy, { allowed: string[]; restricted: string[] }> = {
    view: always(['visitor', WATERMARKED, 'welcome visitor', ...MEMBERS, 'administrator']),
    download: { allowed: ['welcome visitor', ...MEMBERS, 'administrator'], restricted: ['administrator'] },
    downloadOriginal: {
      allowed: ['welcome visitor', ...MEMBERS, 'administrator'],
      restricted: ['administrator'],
    },
    downloadAsPdf: {
      allowed: [WATERMARKED, 'welcome visitor', ...MEMBERS, 'administrator'],
      restricted: ['administrator'],
    },
    viewOnline: { allowed: ['welcome visitor', ...MEMBERS, 'administrator'], restricted: [] },
    viewWithoutWatermark: { allowed: [...MEMBERS, 'administrator'], restricted: ['administrator'] },
    downloadWithoutWatermark: { allowed: ['administrator'], restricted: ['administrator'] },
    rename: UPLOADERS,
    addVersion: UPLOADERS,
    restoreVersion: UPLOADERS,
    withdrawVersion: UPLOADERS,
    seeVersions: FOR_MEMBERS,
    seeUnpublishedVersions: FOR_MEMBERS,
    recognizeText: FOR_MEMBERS,
    seeWithdrawnVersions: always(['uploader', ...OWNERS, 'administrator']),
    move: UPLOADERS,
    delete: UPLOADERS,
    share: { allowed: [...OWNERS, 'administrator'], restricted: [...OWNERS, 'administrator'] },
    setAllowDownload: { allowed: ['administrator'], restricted: ['administrator'] },
    seeViews: UPLOADERS,
  };
  for (const [action, expected] of Object.entries(table)) {
    for (const allowDownload of [true, false]) {
      test(`${action} of a file that ${allowDownload ? 'allows' : 'forbids'} downloading`, () => {
        const rule: (actor: Actor, file: FileResource) => boolean = filePolicy[action as keyof typeof table]; // as above
        const names = columnsWhere(({ actor, accessLevel, own }) =>
          rule(actor, { accessLevel, allowDownload, ownerId: own ? 1 : 2 }),
        );
        const wanted = allowDownload ? expected.allowed : expected.restricted;
        expect(names).toEqual(COLUMNS.map(({ name }) => name).filter((name) => wanted.includes(name)));
      });
    }
  }
});

test('in a room the staff changes the versions of every file', () => {
  const allowed = columnsWhere(({ actor, accessLevel, own }) =>
    filePolicy.addVersion(actor, {
      accessLevel,
      allowDownload: true,
      ownerId: own ? 1 : 2,
      isInRoom: true,
    }),
  );
  expect(allowed).toEqual([...MEMBERS, 'administrator']);
});

describe('group members', () => {
  const levels = ['view', 'download', 'original'] as const;
  const members: Actor[] = [user, visitor];
  const table: Partial<Record<keyof typeof filePolicy, { pdf: string[]; docx: string[] }>> = {
    view: { pdf: [...levels], docx: [...levels] },
    download: { pdf: ['download', 'original'], docx: ['original'] },
    downloadOriginal: { pdf: ['original'], docx: ['original'] },
    downloadAsPdf: { pdf: ['download', 'original'], docx: ['download', 'original'] },
    viewOnline: { pdf: ['original'], docx: ['original'] },
  };
  for (const [action, expected] of Object.entries(table)) {
    test(`${action} of a PDF is for the levels ${expected.pdf.join(', ')}, and only if the file allows it`, () => {
      const rule: (actor: Actor, file: FileResource) => boolean =
        filePolicy[action as keyof typeof filePolicy]; // Object.entries loses the keys' type
      const allowedLevels = (actor: Actor, fileType: 'pdf' | 'docx', allowDownload: boolean) =>
        levels.filter((level) =>
          rule(actor, {
            accessLevel: 'visitor',
            groupAccess: { level },
            ownerId: 1,
            allowDownload,
            fileType,
          }),
        );
      for (const actor of members) {
        expect(allowedLevels(actor, 'pdf', true)).toEqual(expected.pdf);
        expect(allowedLevels(actor, 'docx', true)).toEqual(expected.docx);
        expect(allowedLevels(actor, 'pdf', false)).toEqual(action === 'view' ? levels : []);
      }
    });
  }

  test('a group member sees pages without a watermark only as a user with the level original', () => {
    const withoutWatermark = (actor: Actor) =>
      levels.filter((level) =>
        filePolicy.viewWithoutWatermark(actor, {
          accessLevel: 'visitor',
          groupAccess: { level },
          ownerId: 2,
          allowDownload: true,
          fileType: 'pdf',
        }),
      );
    const seen = [user, visitor, admin].map(withoutWatermark);
    expect(seen).toEqual([['original'], [], levels]);
  });

  test('a group member changes nothing, even in a file or folder of their own', () => {
    for (const level of levels) {
      const folder = { accessLevel: 'visitor', groupAccess: { level } } as const;
      for (const action of ['addTo', 'rename', 'move', 'delete', 'manageAccess'] as const)
        expect(folderPolicy[action](user, folder)).toBe(false);
      for (const action of ['rename', 'move', 'delete', 'setAllowDownload', 'seeViews'] as const)
        expect(filePolicy[action](user, { ...folder, ownerId: 1, allowDownload: true })).toBe(false);
      expect(folderPolicy.download(user, folder)).toBe(level !== 'view');
    }
  });
});

describe('section 6: invitations', () => {
  const table: Record<keyof typeof invitationPolicy, string[]> = {
    view: ['inviter', 'administrator'],
    revoke: ['inviter', 'administrator'],
    resend: ['inviter', 'administrator'],
  };
  const actors = { nobody, visitor, inviter: user, 'other user': { ...user, id: 3 }, administrator: admin };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule = invitationPolicy[action as keyof typeof table]; // as above
      const names = Object.entries(actors).flatMap(([name, actor]) =>
        rule(actor, { inviterId: 1 }) ? [name] : [],
      );
      expect(names).toEqual(allowed);
    });
  }
});

describe('links', () => {
  const table: Record<keyof typeof linkPolicy, string[]> = {
    view: ['owner', 'administrator'],
    update: ['owner', 'administrator'],
    revoke: ['owner', 'administrator'],
  };
  const actors = { nobody, visitor, owner: user, 'other user': { ...user, id: 3 }, administrator: admin };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule = linkPolicy[action as keyof typeof table]; // as above
      const names = Object.entries(actors).flatMap(([name, actor]) =>
        rule(actor, { ownerId: 1 }) ? [name] : [],
      );
      expect(names).toEqual(allowed);
    });
  }
});

describe('the trash', () => {
  const allowed = {
    folder: ['folder owner', 'file owner', 'administrator'],
    file: ['uploader', 'file owner', 'administrator'],
  };
  for (const [action, rule] of Object.entries(trashPolicy)) {
    for (const kind of ['folder', 'file'] as const) {
      test(`${action} of a deleted ${kind} is for ${allowed[kind].join(', ')}`, () => {
        const may: (actor: Actor, thing: TrashedResource) => boolean = rule;
        expect(
          columnsWhere(({ actor, accessLevel, own }) =>
            may(actor, { kind, accessLevel, ownerId: own ? 1 : 2 }),
          ),
        ).toEqual(allowed[kind]);
      });
    }
  }
});

describe('section 6: the system', () => {
  const [USERS, ADMINISTRATORS] = [['user', 'administrator'], ['administrator']];
  const table: Record<keyof typeof systemPolicy, string[]> = {
    addToRoot: USERS,
    manageOwnProfile: USERS,
    useTrash: USERS,
    seeActivity: USERS,
    search: ['visitor', ...USERS],
    reindex: ADMINISTRATORS,
    seeUsers: ADMINISTRATORS,
    findUser: USERS,
    manageUsers: ADMINISTRATORS,
    manageSettings: ADMINISTRATORS,
    seeJobs: ADMINISTRATORS,
    manageJobs: ADMINISTRATORS,
    inviteToAllFolders: USERS,
    acceptInvitation: USERS,
    seeInvitations: ADMINISTRATORS,
    seeOutbox: ADMINISTRATORS,
    seeAuditLog: ADMINISTRATORS,
    manageSigningKeys: ADMINISTRATORS,
    manageSubjects: ADMINISTRATORS,
    getReceipts: ['visitor', ...USERS],
    manageMaintenance: ADMINISTRATORS,
  };
  const actors = { nobody, visitor, user, administrator: admin };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule: (actor: Actor) => boolean = systemPolicy[action as keyof typeof table]; // as above
      expect(Object.entries(actors).flatMap(([name, actor]) => (rule(actor) ? [name] : []))).toEqual(allowed);
    });
  }
});

describe('section 6: accounts', () => {
  const actors = {
    nobody,
    visitor,
    user,
    'another user': { ...user, id: 2 },
    themselves: { ...admin, id: 1 },
    administrator: admin,
  };
  const table: Record<keyof typeof userPolicy, string[]> = {
    update: ['themselves', 'administrator'],
    setPassword: ['administrator'],
    setAddress: ['administrator'],
    demote: ['administrator'],
    removeFactors: ['themselves', 'administrator'],
    liftSignInLimits: ['themselves', 'administrator'],
    delete: ['administrator'],
  };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule: (actor: Actor, user: UserResource) => boolean = userPolicy[action as keyof typeof table]; // as above
      const names = Object.entries(actors).flatMap(([name, actor]) => (rule(actor, { id: 1 }) ? [name] : []));
      expect(names).toEqual(allowed);
    });
  }
});
