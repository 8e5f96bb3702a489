import { type BrowserContext, expect, type Request } from '@playwright/test';

/** What the browser complains of while a test walks through the room: it is to be silent. */
export interface Complaints {
  watch(context: BrowserContext): void;
  /** A refusal that the test brings about, as `401 POST /api/login`. It has to come, as often as it is expected. */
  expectRefusal(line: string): void;
  /** The policy may say that it kept a document's handlers and base from having an effect; a request is never among it. */
  expectDocumentsKeptQuiet(): void;
  /** Until the pages wait for no answer: the picture of a file that is taken away meanwhile would be refused. */
  untilQuiet(): Promise<void>;
  list(): string[];
}

/** An answer may bring the next request about, as the address of a picture does. */
const QUIET_MS = 200;

/** The one refusal of every visit: whoever opens a page before signing in is nobody yet, or a visitor. */
const SIGNED_OUT = /^40[13] GET \/api\/user$/;

/** Said while a document is taken apart, outside of any page. */
const KEPT_QUIET =
  /^(?:Executing inline event handler|Setting the document's base URI to '[^']*') violates the following Content Security Policy/;

export function listenForComplaints(origin: string): Complaints {
  const heard: string[] = [];
  const refusals: string[] = [];
  const underWay = new Set<Request>();
  let lastEnd = 0;
  const expected: string[] = [];
  let isPolicyExpected = false;
  return {
    watch(context) {
      context.on('request', (request) => underWay.add(request));
      const end = (request: Request) => {
        underWay.delete(request);
        lastEnd = Date.now();
      };
      context.on('requestfinished', end);
      context.on('requestfailed', end);
      context.on('weberror', (event) => heard.push(`error in the page: ${event.error().message}`));
      context.on('console', (message) => {
        // A refused request is told by its response, with more of what it was.
        if (message.text().startsWith('Failed to load resource')) return;
        if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text());
      });
      context.on('request', (request) => {
        const { protocol, origin: asked } = new URL(request.url());
        if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:')
          heard.push(`request elsewhere: ${request.url()}`);
      });
      context.on('response', (response) => {
        if (response.status() < 400) return;
        const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
        if (!SIGNED_OUT.test(line)) refusals.push(line);
      });
    },
    expectRefusal: (line) => expected.push(line),
    expectDocumentsKeptQuiet: () => {
      isPolicyExpected = true;
    },
    untilQuiet: () => {
      const isQuiet = () => underWay.size === 0 && Date.now() - lastEnd > QUIET_MS;
      return expect.poll(isQuiet, { message: 'no request is under way' }).toBe(true);
    },
    list: () => [
      ...heard.filter((line) => !(isPolicyExpected && KEPT_QUIET.test(line))),
      ...without(refusals, expected, ''),
      ...without(expected, refusals, 'never came: '),
    ],
  };
}

/** The lines beyond those that are accounted for, each counted once. */
function without(lines: readonly string[], accounted: readonly string[], prefix: string): string[] {
  const left = [...accounted];
  return lines.flatMap((line) => {
    const at = left.indexOf(line);
    if (at < 0) return [`${prefix}${line}`];
    left.splice(at, 1);
    return [];
  });
}
