import { describe, expect, test } from 'vitest';
import type { Actor, Standing } from './actor.ts';
import { type FileResource, filePolicy } from './files.ts';
import { folderPolicy } from './folders.ts';
import { roomPolicy } from './room.ts';

const user: Actor = { kind: 'user', id: 1, isAdmin: false };
const admin: Actor = { kind: 'user', id: 9, isAdmin: true };
const visitor: Actor = { kind: 'visitor', invitationId: 1, mayDownload: false };
const welcomeVisitor: Actor = { kind: 'visitor', invitationId: 1, mayDownload: true };
const nobody: Actor = { kind: 'nobody' };

/** Columns: who asks, and what they are to the thing. `own` tells whether they put the file in themselves. */
const COLUMNS: readonly { name: string; actor: Actor; standing: Standing; own: boolean }[] = [
  { name: 'nobody', actor: nobody, standing: 'none', own: false },
  { name: 'stranger', actor: user, standing: 'none', own: false },
  { name: 'visitor', actor: visitor, standing: 'visitor', own: false },
  { name: 'welcome visitor', actor: welcomeVisitor, standing: 'visitor', own: false },
  { name: 'collaborator', actor: user, standing: 'collaborator', own: false },
  { name: 'uploader', actor: user, standing: 'collaborator', own: true },
  { name: 'folder owner', actor: user, standing: 'owner', own: false },
  { name: 'file owner', actor: user, standing: 'owner', own: true },
  { name: 'removed uploader', actor: user, standing: 'none', own: true },
  { name: 'administrator', actor: admin, standing: 'none', own: false },
];

const columnsWhere = (test: (column: (typeof COLUMNS)[number]) => boolean): string[] =>
  COLUMNS.filter(test).map((column) => column.name);

const MEMBERS = ['collaborator', 'uploader', 'folder owner', 'file owner'];
const OWNERS = ['folder owner', 'file owner'];

describe('section 6: folders', () => {
  const table: Record<keyof typeof folderPolicy, string[]> = {
    view: ['visitor', 'welcome visitor', ...MEMBERS, 'administrator'],
    download: ['welcome visitor', ...MEMBERS, 'administrator'],
    addTo: [...MEMBERS, 'administrator'],
    rename: [...MEMBERS, 'administrator'],
    move: [...OWNERS, 'administrator'],
    delete: [...OWNERS, 'administrator'],
    manageAccess: [...OWNERS, 'administrator'],
  };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule = folderPolicy[action as keyof typeof table]; // Object.entries loses the keys' type
      expect(columnsWhere(({ actor, standing }) => rule(actor, { standing }))).toEqual(
        COLUMNS.map(({ name }) => name).filter((name) => allowed.includes(name)),
      );
    });
  }
});

describe('section 6: files', () => {
  const table: Record<keyof typeof filePolicy, { allowed: string[]; restricted: string[] }> = {
    view: {
      allowed: ['visitor', 'welcome visitor', ...MEMBERS, 'administrator'],
      restricted: ['visitor', 'welcome visitor', ...MEMBERS, 'administrator'],
    },
    download: { allowed: ['welcome visitor', ...MEMBERS, 'administrator'], restricted: ['administrator'] },
    viewUnmarked: { allowed: [...MEMBERS, 'administrator'], restricted: ['administrator'] },
    downloadUnmarked: { allowed: ['administrator'], restricted: ['administrator'] },
    rename: {
      allowed: ['uploader', 'file owner', 'administrator'],
      restricted: ['uploader', 'file owner', 'administrator'],
    },
    move: {
      allowed: ['uploader', 'file owner', 'administrator'],
      restricted: ['uploader', 'file owner', 'administrator'],
    },
    delete: {
      allowed: ['uploader', 'file owner', 'administrator'],
      restricted: ['uploader', 'file owner', 'administrator'],
    },
    setAllowDownload: { allowed: ['administrator'], restricted: ['administrator'] },
  };
  for (const [action, expected] of Object.entries(table)) {
    for (const allowDownload of [true, false]) {
      test(`${action} of a file that ${allowDownload ? 'allows' : 'forbids'} downloading`, () => {
        const rule: (actor: Actor, file: FileResource) => boolean = filePolicy[action as keyof typeof table]; // as above
        const names = columnsWhere(({ actor, standing, own }) =>
          rule(actor, { standing, allowDownload, ownerId: own ? 1 : 2 }),
        );
        const wanted = allowDownload ? expected.allowed : expected.restricted;
        expect(names).toEqual(COLUMNS.map(({ name }) => name).filter((name) => wanted.includes(name)));
      });
    }
  }
});

describe('section 6: the room', () => {
  const USERS = ['user', 'administrator'];
  const ADMINISTRATORS = ['administrator'];
  const table: Record<keyof typeof roomPolicy, string[]> = {
    addToRoot: USERS,
    haveProfile: USERS,
    seeActivity: USERS,
    search: ['visitor', ...USERS],
    reindex: ADMINISTRATORS,
    seeUsers: ADMINISTRATORS,
    manageUsers: ADMINISTRATORS,
    manageSettings: ADMINISTRATORS,
    seeJobs: ADMINISTRATORS,
  };
  const actors = { nobody, visitor, user, administrator: admin };
  for (const [action, allowed] of Object.entries(table)) {
    test(`${action} is for ${allowed.join(', ')}`, () => {
      const rule: (actor: Actor) => boolean = roomPolicy[action as keyof typeof table]; // as above
      const names = Object.entries(actors).flatMap(([name, actor]) => (rule(actor) ? [name] : []));
      expect(names).toEqual(allowed);
    });
  }
});
