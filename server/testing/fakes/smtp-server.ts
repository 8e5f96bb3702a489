import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received, with soft line breaks and quoted characters decoded. */
  readonly raw: string;
}

interface Refusal {
  readonly code: number;
  readonly message: string;
}

interface SmtpBehavior {
  /** Refuses a recipient with this reply. */
  refuse?: (address: string) => Refusal | undefined;
  /** Refuses every connection, in place of a greeting. */
  refuseConnection?: () => Refusal | undefined;
  /** Refuses the address of a sender. */
  refuseSender?: (address: string) => Refusal | undefined;
  /** Refuses a mail after its content. */
  refuseContent?: () => Refusal | undefined;
  /** Sends no greeting. */
  isSilent?: boolean;
  host?: string;
  port?: number;
}

const toError = (refusal: Refusal | undefined): Error | undefined =>
  refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code });

/** Starts a mail server on loopback that stores what it receives, without TLS. */
export async function openSmtpServer({
  refuse,
  refuseConnection,
  refuseSender,
  refuseContent,
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
      if (!isSilent) answer(toError(refuseConnection?.()));
    },
    onMailFrom({ address }, _session, answer) {
      answer(toError(refuseSender?.(address)));
    },
    onRcptTo({ address }, _session, answer) {
      answer(toError(refuse?.(address)));
    },
    onData(stream, { envelope }, answer) {
      text(stream).then((raw) => {
        const refusal = toError(refuseContent?.());
        if (refusal) return answer(refusal);
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
