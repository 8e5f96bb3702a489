import { type BrowserContext, expect } from '@playwright/test';
import { followRequests } from './requests-under-way.ts';

/** What the browser complains of while a test walks through the room: it is to be silent. */
export interface Complaints {
  watch(context: BrowserContext): void;
  /** A refusal that the test brings about, as `401 POST /api/login`. It has to come, as often as it is expected. */
  expectRefusal(line: string): void;
  /** The policy may say that it kept a document's handlers and base from having an effect; a request is never among it. */
  expectDocumentsKeptQuiet(): void;
  /** Until the pages wait for no answer: what is taken away behind their back has no request on its way then. */
  untilQuiet(): Promise<void>;
  list(): string[];
}

/** The one refusal of every visit: whoever opens a page before signing in is nobody yet, or a visitor. */
const SIGNED_OUT = /^40[13] GET \/api\/user$/;

/** Said while a document is taken apart, outside of any page. */
const KEPT_QUIET =
  /^(?:Executing inline event handler|Setting the document's base URI to '[^']*') violates the following Content Security Policy/;

export function listenForComplaints(origin: string): Complaints {
  const heard: string[] = [];
  const refusals: string[] = [];
  const overtaken: string[] = [];
  const underWay = followRequests();
  const expected: string[] = [];
  let isPolicyExpected = false;
  return {
    watch(context) {
      underWay.watch(context);
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
        if (SIGNED_OUT.test(line)) return;
        refusals.push(line);
        // A picture that was being drawn when its file was deleted comes to nothing, as it should.
        if (response.status() === 404 && underWay.isOvertaken(response.request())) overtaken.push(line);
      });
    },
    expectRefusal: (line) => expected.push(line),
    expectDocumentsKeptQuiet: () => {
      isPolicyExpected = true;
    },
    untilQuiet: () => expect.poll(() => underWay.count(), { message: 'requests under way' }).toBe(0),
    list: () => [
      ...heard.filter((line) => !(isPolicyExpected && KEPT_QUIET.test(line))),
      ...without(without(refusals, expected, ''), overtaken, ''),
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
