import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came, with soft line breaks and quoted characters undone. */
  readonly raw: string;
}

interface SmtpBehavior {
  /** Refuses a recipient with this reply. */
  refuse?: (address: string) => { code: number; message: string } | undefined;
  /** A greeting that never comes. */
  isSilent?: boolean;
  host?: string;
}

/** A mail server on loopback that keeps what it takes, without TLS. */
export async function openSmtpServer({ refuse, isSilent = false, host = '127.0.0.1' }: SmtpBehavior = {}) {
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
  server.listen(0, host);
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    mails,
    url: `smtp://${host}:${port}`,
    port,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** Quoted-printable (RFC 2045, 6.7), enough to find words in. */
const unquote = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
