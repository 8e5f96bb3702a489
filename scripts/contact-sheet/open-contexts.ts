import type { Browser, BrowserContext } from '@playwright/test';
import { listDemoAccounts, openDemoState } from '../demo/demo-state.ts';
import { searchAsMember } from './demo-data/fill-room.ts';
import { prepareDemo } from './demo-data/prepare-demo.ts';
import type { DemoIds, Viewer } from './screens/screen.ts';

interface Demo {
  dataDir: string;
  origin: string;
  visitorLink: string;
}

interface Viewers {
  contexts: Readonly<Record<Viewer, BrowserContext>>;
  ids: DemoIds;
}

/** Signs everybody in who looks at screens, adds what the demo lacks for them, and returns its ids. */
export async function openContexts(
  browser: Browser,
  { dataDir, origin, visitorLink }: Demo,
): Promise<Viewers> {
  const { admin, dana } = listDemoAccounts(await openDemoState(dataDir));
  const open = () =>
    browser.newContext({ baseURL: origin, locale: 'en-US', reducedMotion: 'reduce', colorScheme: 'light' });
  const signedIn = async ({ username, password }: typeof admin) => {
    const context = await open();
    await context.request.post('/api/login', { data: { username, password } });
    await context.request.patch('/api/user/preferences', { data: { tourSeen: true } });
    return context;
  };
  /** A context whose first page was this one until it shows what it waits for. */
  const entered = async (path: string, enter: (page: PageOf) => Promise<void>) => {
    const context = await open();
    const page = await context.newPage();
    await page.goto(path);
    await enter(page);
    await page.close();
    return context;
  };
  const waitForVisit = (page: PageOf) => page.getByRole('region', { name: 'Visitor Mode' }).waitFor();
  const giveAddress = async (page: PageOf) => {
    await page.getByLabel('Your email address').fill('buyer@sundvik.example');
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const [owner, administrator] = [await signedIn(dana), await signedIn(admin)];
  const ids = await prepareDemo(owner.request, administrator.request);
  const member = await entered(ids.memberAccess, waitForVisit);
  await searchAsMember(member.request);
  const contexts = {
    owner,
    administrator,
    member,
    visitor: await entered(visitorLink, waitForVisit),
    reader: await entered(ids.fileAccess, async (page) => {
      await giveAddress(page);
      await page.waitForURL('**/file/*');
    }),
    signer: await entered(ids.termsAccess, async (page) => {
      await giveAddress(page);
      await page.getByRole('checkbox', { name: 'I have read' }).waitFor();
    }),
    nobody: await open(),
  };
  return { contexts, ids };
}

type PageOf = Awaited<ReturnType<BrowserContext['newPage']>>;
