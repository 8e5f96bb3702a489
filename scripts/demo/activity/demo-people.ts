import type { App } from '#server/app/app.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { BIDDERS, FORMER_VISITORS } from '../facts/deal.ts';

/** Connections of each person: addresses reserved for documentation, and browsers of the time. */
const CONNECTIONS = {
  admin: ['192.0.2.10', 'Windows NT 10.0; Win64; x64'],
  dana: ['192.0.2.21', 'Macintosh; Intel Mac OS X 14_6'],
  jonas: ['192.0.2.34', 'X11; Linux x86_64'],
  lena: ['198.51.100.7', 'Windows NT 10.0; Win64; x64'],
  corvane: ['203.0.113.17', 'Windows NT 10.0; Win64; x64'],
  lawyer: ['203.0.113.88', 'Macintosh; Intel Mac OS X 14_6'],
  sundvik: ['203.0.113.142', 'Windows NT 10.0; Win64; x64'],
  pellworth: ['198.51.100.93', 'iPad; CPU OS 17_6 like Mac OS X'],
  corvaneCleanTeam: ['203.0.113.91', 'Macintosh; Intel Mac OS X 14_6'],
  sundvikCleanTeam: ['203.0.113.150', 'Windows NT 10.0; Win64; x64'],
  insurer: ['198.51.100.160', 'Windows NT 10.0; Win64; x64'],
  formerBidder: ['198.51.100.201', 'Windows NT 10.0; Win64; x64'],
} as const;

export type DemoPerson = keyof typeof CONNECTIONS;
/** People with an account. */
export type DemoUser = Extract<DemoPerson, 'admin' | 'dana' | 'jonas' | 'lena'>;

/** Visitors by their e-mail addresses. */
export const VISITORS = {
  corvane: BIDDERS.corvane.email,
  lawyer: BIDDERS.corvane.lawyerEmail,
  sundvik: BIDDERS.sundvik.email,
  pellworth: BIDDERS.pellworth.email,
  insurer: FORMER_VISITORS.insurer.email,
  formerBidder: FORMER_VISITORS.bidder.email,
} as const;

export type DemoVisitor = keyof typeof VISITORS;

/** Connects a client for each person, with the address and browser that the audit log shows. */
export function connectPeople(app: App): Record<DemoPerson, TestClient> {
  const connect = (person: DemoPerson): TestClient => {
    const [remoteAddress, platform] = CONNECTIONS[person];
    const userAgent = `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36`;
    return createTestClient(app.http, undefined, { remoteAddress, userAgent });
  };
  return {
    admin: connect('admin'),
    dana: connect('dana'),
    jonas: connect('jonas'),
    lena: connect('lena'),
    corvane: connect('corvane'),
    lawyer: connect('lawyer'),
    sundvik: connect('sundvik'),
    pellworth: connect('pellworth'),
    corvaneCleanTeam: connect('corvaneCleanTeam'),
    sundvikCleanTeam: connect('sundvikCleanTeam'),
    insurer: connect('insurer'),
    formerBidder: connect('formerBidder'),
  };
}

/** Returns the body of a successful response. */
export async function expectSuccess(
  response: ReturnType<TestClient['send']>,
): ReturnType<TestClient['send']> {
  const answer = await response;
  if (answer.status >= 400)
    throw new Error(`The demo data were refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
