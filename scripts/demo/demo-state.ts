import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PEOPLE } from './facts/company.ts';

const USERNAMES = ['admin', 'dana', 'jonas', 'lena'] as const;

const demoState = z.strictObject({
  passwords: z.record(z.enum(USERNAMES), z.string()),
  isFilled: z.boolean(),
});
/** State of the demo beside its data: passwords, which every start shows, and progress. */
type DemoState = z.infer<typeof demoState>;

const stateFilePath = (dataDir: string): string => join(dataDir, 'example-room.json');

/** Opens or starts the demo in this folder. Rejects a folder with other files or with incomplete demo data. */
export async function openDemoState(dataDir: string): Promise<DemoState> {
  if (existsSync(stateFilePath(dataDir))) {
    const found = demoState.parse(JSON.parse(await readFile(stateFilePath(dataDir), 'utf8')));
    if (!found.isFilled)
      throw new Error(
        `Creating the demo data in ${dataDir} was interrupted. Delete this folder and start again.`,
      );
    return found;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty: set DATA_DIR to an empty folder for the demo.`);
  // Random, so that a demo that is reachable over a network is protected.
  const newPassword = () => randomBytes(9).toString('base64url');
  const [admin, dana, jonas, lena] = [newPassword(), newPassword(), newPassword(), newPassword()];
  const state = { passwords: { admin, dana, jonas, lena }, isFilled: false };
  await writeFile(stateFilePath(dataDir), JSON.stringify(state), { mode: 0o600 });
  return state;
}

export async function markDemoFilled(dataDir: string, state: DemoState): Promise<void> {
  const newFile = `${stateFilePath(dataDir)}.new`;
  await writeFile(newFile, JSON.stringify({ ...state, isFilled: true }), { mode: 0o600 });
  await rename(newFile, stateFilePath(dataDir));
}

/** Returns the accounts of the demo and their roles. */
export function listDemoAccounts({ passwords }: DemoState) {
  const account = (username: (typeof USERNAMES)[number], part: string, name = '') => ({
    username,
    email: `${username}@tarnbrook.example`,
    password: passwords[username],
    part,
    firstName: name.split(' ')[0] ?? '',
    lastName: name.split(' ')[1] ?? '',
  });
  return {
    admin: account('admin', 'administrator'),
    dana: account('dana', 'chief executive; owner of the room', PEOPLE.ceo.name),
    jonas: account('jonas', 'technology; collaborator on patents and products', PEOPLE.cto.name),
    lena: account('lena', 'adviser to the sellers; collaborator', PEOPLE.adviser.name),
  };
}
