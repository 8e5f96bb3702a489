import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress, resolvePublicAddress } from '#server/engines/network/public-address.ts';
import { type OutgoingEvent, sendEvent, signEvent } from './send-event.ts';
import { openReceiver } from './testing/open-receiver.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(answer?: Parameters<typeof openReceiver>[0]) {
  const receiver = await openReceiver(answer);
  closing.push(receiver.close);
  return receiver;
}

const eventTo = (url: string): OutgoingEvent => ({
  url,
  secret: 'whsec_test',
  body: '{"id":1}',
  deliveryId: 7,
  sentAt: 1_700_000_000,
});

const send = (url: string, allowsPrivate = true, timeoutMs = 5_000) =>
  sendEvent(eventTo(url), { allowsPrivate, timeoutMs, signal: new AbortController().signal });

describe('an address', () => {
  test.for([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.for(['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.for([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0x7f.1/',
    'http://2130706433/',
  ])('%s in any notation is refused', async (url) => {
    await expect(resolvePublicAddress(new URL(url), { allowsPrivate: false })).rejects.toThrow(
      'The address is not public.',
    );
  });
});

describe('sending an event', () => {
  test('signs time and body', async () => {
    const receiver = await open();
    expect(await send(receiver.url)).toEqual({ isAccepted: true, status: '204' });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(body).toBe('{"id":1}');
    expect(headers['muniment-signature']).toBe(signEvent(eventTo(receiver.url)));
    expect(headers['muniment-signature']).toMatch(/^t=1700000000,v1=[\da-f]{64}$/);
    expect(headers['muniment-delivery']).toBe('7');
  });

  test('connects to no private address, whatever the name resolved to before', async () => {
    const receiver = await open();
    const outcome = { isAccepted: false, status: 'The address is not public.' };
    expect(await send(receiver.url, false)).toEqual(outcome);
    expect(await send(`http://localhost:${receiver.port}/`, false)).toEqual(outcome);
    expect(receiver.received).toEqual([]);
  });

  test('follows no redirect', async () => {
    const target = await open();
    const receiver = await open((response) => void response.writeHead(307, { location: target.url }).end());
    expect(await send(receiver.url)).toEqual({ isAccepted: false, status: '307' });
    expect(target.received).toEqual([]);
  });

  test('waits neither for an answer that does not come nor for a body that does not end', async () => {
    const silent = await open(() => {});
    expect(await send(silent.url, true, 100)).toEqual({ isAccepted: false, status: 'No answer in time' });
    const endless = await open((response) => void response.writeHead(200).write('…'));
    expect(await send(endless.url)).toEqual({ isAccepted: true, status: '200' });
  });

  test('reports a receiver that is away', async () => {
    const receiver = await open();
    await receiver.close();
    closing.length = 0;
    expect(await send(receiver.url)).toMatchObject({
      isAccepted: false,
      status: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
