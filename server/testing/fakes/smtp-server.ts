import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received, with soft line breaks and quoted characters decoded. */
  readonly raw: string;
}

interface SmtpBehavior {
  /** Refuses a recipient with this reply. */
  refuse?: (address: string) => { code: number; message: string } | undefined;
  /** Sends no greeting. */
  isSilent?: boolean;
  host?: string;
  port?: number;
}

/** Starts a mail server on loopback that stores what it receives, without TLS. */
export async function openSmtpServer({
  refuse,
  isSilent = false,
  host = '127.0.0.1',
  port = 0,
}: SmtpBehavior = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => answer(null, { user: 'anyone' }),
    onConnect(_session, answer) {
      if (!isSilent) answer();
    },
    onRcptTo({ address }, _session, answer) {
      const refusal = refuse?.(address);
      answer(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, answer) {
      text(stream).then((raw) => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: unquote(raw),
        });
        answer();
      }, answer);
    },
  });
  // Clients that give up reset their connections.
  server.on('error', () => {});
  server.listen(port, host);
  await once(server.server, 'listening');
  const address = server.server.address();
  const openPort = typeof address === 'object' ? address?.port : undefined;
  return {
    mails,
    url: `smtp://${host}:${openPort}`,
    port: openPort,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** Decodes quoted-printable (RFC 2045, 6.7), enough to find words in. */
const unquote = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
