import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { openSmtpServer } from '#server/testing/fakes/smtp-server.ts';
import { createMailer, MailRejectedError, type OutgoingMail } from './mailer.ts';

const FROM = 'Deal Room <room@example.test>';
const mail: OutgoingMail = {
  to: 'reader@example.test',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Words</p>',
  messageId: '<1@example.test>',
};

async function open(answers: Parameters<typeof openSmtpServer>[0] = {}) {
  const server = await openSmtpServer(answers);
  onTestFinished(() => server.close());
  const mailer = createMailer({ smtpUrl: server.url, from: FROM });
  const send = (change: Partial<OutgoingMail> = {}, signal = new AbortController().signal) =>
    mailer.send({ ...mail, ...change }, signal);
  return { server, send };
}

const headersOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'));

test('a mail has text, HTML, an id and the header of automatic mails', async () => {
  const { server, send } = await open();
  await send();
  const [received] = server.mails;
  expect(received).toMatchObject({ from: 'room@example.test', to: ['reader@example.test'] });
  for (const part of [
    'From: Deal Room <room@example.test>',
    'To: reader@example.test',
    'Subject: Hello',
    'Message-ID: <1@example.test>',
    'Auto-Submitted: auto-generated',
    'Plain words',
    '<p>Words</p>',
  ])
    expect(received?.raw).toContain(part);
});

test.each([
  ['a line break', 'Hi\r\nBcc: thief@example.test'],
  ['a bare line feed', 'Hi\nBcc: thief@example.test'],
  ['a bare carriage return', 'Hi\rBcc: thief@example.test'],
  ['a line separator', 'Hi\u2028Bcc: thief@example.test\u0085Bcc: thief@example.test'],
  ['an empty line', 'Hi\r\n\r\n<b>another body</b>'],
  ['an encoded word', '=?utf-8?Q?Hi=0D=0ABcc:_thief@example.test?='],
])('a subject with %s adds no header', async (_name, subject) => {
  const { server, send } = await open();
  await send({ subject });
  const [received] = server.mails;
  expect(received?.to).toEqual(['reader@example.test']);
  expect(headersOf(received?.raw ?? '')).not.toMatch(/^(bcc|cc|to): thief/im);
  expect(headersOf(received?.raw ?? '').match(/^subject:/gim)).toHaveLength(1);
  expect(received?.raw).not.toMatch(/^<b>another body/m);
});

test('a mail has the name of its sender beside the configured address', async () => {
  const { server, send } = await open();
  await send({ senderName: 'Müller & Söhne' });
  await send({ senderName: 'Falcon "Deal" Partners, Ltd. <x>' });
  await send({ senderName: ' ' });
  expect(server.mails.map(({ from }) => from)).toEqual(Array(3).fill('room@example.test'));
  const senders = server.mails.map(({ raw }) => /^From: .*(?:\r\n[ \t].*)*/m.exec(headersOf(raw))?.[0]);
  expect(senders[0]).toMatch(/^From: =\?UTF-8\?[BQ]\?.+\?= <room@example\.test>$/);
  expect(senders[1]).toBe('From: "Falcon \\"Deal\\" Partners, Ltd. <x>" <room@example.test>');
  expect(senders[2]).toBe('From: Deal Room <room@example.test>');
});

test.each([
  'Falcon\r\nBcc: thief@example.test',
  'Falcon\nBcc: thief@example.test',
  'Falcon\rBcc: thief@example.test',
  'Falcon\u2028Bcc: thief@example.test\u0085Bcc: thief@example.test',
  'Falcon\r\n\r\n<b>another body</b>',
  'thief@example.test, Falcon <thief@example.test>,',
  '"Falcon" <thief@example.test>\\',
  'Falcon" <thief@example.test>, "',
  'group: thief@example.test;',
  '=?utf-8?Q?Falcon_<thief@example.test>,?=',
])('the sender name %j changes no address and adds no header', async (senderName) => {
  const { server, send } = await open();
  await send({ senderName });
  const [received] = server.mails;
  expect([received?.from, received?.to]).toEqual(['room@example.test', ['reader@example.test']]);
  const headers = headersOf(received?.raw ?? '');
  expect(headers).not.toMatch(/^(bcc|cc|to|sender|reply-to): .*thief/im);
  expect(headers.match(/^from:/gim)).toHaveLength(1);
  // All but the last address is inside a quoted or encoded name.
  const [, sender = ''] = /^From: (.*(?:\r\n[ \t].*)*)/m.exec(headers) ?? [];
  const unquoted = sender.replace(/"(?:[^"\\]|\\.)*"|=\?utf-8\?[bq]\?[^?]*\?=/gi, '').trim();
  expect(unquoted).toBe('<room@example.test>');
  expect(received?.raw).not.toMatch(/^<b>another body/m);
});

test.each([
  'a@example.test, b@example.test',
  'a@example.test;b@example.test',
  'Name <a@example.test>',
  'a@example.test\r\nRCPT TO:<b@example.test>',
  'a@example.test\u2028b@example.test',
  'group: a@example.test;',
  '"a b"@example.test',
])('the invalid address %j is refused before anything is sent', async (to) => {
  const { server, send } = await open();
  await expect(send({ to })).rejects.toThrow(MailRejectedError);
  expect(server.mails).toEqual([]);
});

test('a 5xx reply is final, and a 4xx reply is temporary', async () => {
  const { send } = await open({
    refuse: (address) => ({ code: address.startsWith('gone') ? 550 : 451, message: 'not now' }),
  });
  await expect(send({ to: 'gone@example.test' })).rejects.toThrow(MailRejectedError);
  const later = send({ to: 'later@example.test' });
  await expect(later).rejects.toThrow('not now');
  await expect(later).rejects.not.toThrow(MailRejectedError);
});

test('a refusal of the content is final', async () => {
  const { send } = await open({ refuseContent: () => ({ code: 554, message: 'no such content here' }) });
  await expect(send()).rejects.toThrow(MailRejectedError);
});

test.each<[string, Parameters<typeof openSmtpServer>[0]]>([
  ['connection', { refuseConnection: () => ({ code: 554, message: 'your address is blocked' }) }],
  ['sender', { refuseSender: () => ({ code: 550, message: 'sender is unknown' }) }],
  [
    'sender, after the recipient',
    { refuse: () => ({ code: 550, message: '5.1.8 sender domain not found' }) },
  ],
])('a 5xx reply to the %s lasts until an operator has remedied its cause', async (_name, answers) => {
  const { server, send } = await open(answers);
  const error: unknown = await send().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MailRejectedError);
  expect([isUnavailable(error), server.mails]).toEqual([true, []]);
});

test('an unreachable mail server is a temporary error', async () => {
  const { server } = await open();
  await server.close();
  const mailer = createMailer({ smtpUrl: server.url, from: FROM });
  const sending = mailer.send(mail, new AbortController().signal);
  await expect(sending).rejects.toThrow('ECONNREFUSED');
  await expect(sending).rejects.not.toThrow(MailRejectedError);
});

test('a silent mail server is abandoned within seconds, and at once on shutdown', async () => {
  const { send } = await open({ isSilent: true });
  const stopping = new AbortController();
  const cut = send({}, stopping.signal);
  stopping.abort(new Error('the room stops'));
  await expect(cut).rejects.toThrow();
  const began = performance.now();
  await expect(send()).rejects.toThrow(/greeting|timeout/i);
  expect(performance.now() - began).toBeLessThan(15_000);
}, 30_000);

// Only Linux responds on all of 127.0.0.0/8, of which this address stands for a server elsewhere.
test.skipIf(process.platform !== 'linux')(
  'a password is never sent to a remote server in the clear',
  async () => {
    const server = await openSmtpServer({ host: '127.0.0.2' });
    onTestFinished(() => server.close());
    const mailer = createMailer({ smtpUrl: `smtp://user:secret@127.0.0.2:${server.port}`, from: FROM });
    await expect(mailer.send(mail, new AbortController().signal)).rejects.toThrow(/TLS/i);
    expect(server.mails).toEqual([]);
  },
);
