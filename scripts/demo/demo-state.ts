import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const USERNAMES = ['admin', 'dana', 'jonas', 'lena'] as const;

const demoState = z.strictObject({
  passwords: z.record(z.enum(USERNAMES), z.string()),
  isFilled: z.boolean(),
});
/** What the example remembers of itself beside the room: its passwords are shown at each start. */
type DemoState = z.infer<typeof demoState>;

const stateFilePath = (dataDir: string): string => join(dataDir, 'example-room.json');

/** Finds or begins the example in this folder. Refuses a folder that holds anything else, or half an example. */
export async function openDemoState(dataDir: string): Promise<DemoState> {
  if (existsSync(stateFilePath(dataDir))) {
    const found = demoState.parse(JSON.parse(await readFile(stateFilePath(dataDir), 'utf8')));
    if (!found.isFilled)
      throw new Error(`The filling of ${dataDir} was interrupted. Delete this folder and start again.`);
    return found;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty: set DATA_DIR to a folder for the example room alone.`);
  // Not the same for everybody: whoever lets others reach the example is not to let them in.
  const newPassword = () => randomBytes(9).toString('base64url');
  const [admin, dana, jonas, lena] = [newPassword(), newPassword(), newPassword(), newPassword()];
  const begun = { passwords: { admin, dana, jonas, lena }, isFilled: false };
  await writeFile(stateFilePath(dataDir), JSON.stringify(begun), { mode: 0o600 });
  return begun;
}

export async function markDemoFilled(dataDir: string, example: DemoState): Promise<void> {
  const whole = `${stateFilePath(dataDir)}.new`;
  await writeFile(whole, JSON.stringify({ ...example, isFilled: true }), { mode: 0o600 });
  await rename(whole, stateFilePath(dataDir));
}

/** Who is in the example, and what for. */
export function listDemoAccounts({ passwords }: DemoState) {
  const account = (username: (typeof USERNAMES)[number], part: string) => ({
    username,
    email: `${username}@northwind.example`,
    password: passwords[username],
    part,
  });
  return {
    admin: account('admin', 'administrator'),
    dana: account('dana', 'owner of contracts, finance and the sale'),
    jonas: account('jonas', 'owner of people, patents and plants'),
    lena: account('lena', 'adviser, collaborator in contracts and finance'),
  };
}
