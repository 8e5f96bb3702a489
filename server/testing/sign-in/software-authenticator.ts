import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options of the server that a browser passes on. */
interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** Encodes what authenticators send: integers, byte strings, texts and maps. */
function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? encodeHead(0, value) : encodeHead(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  const parts = [...value].flatMap((pair) => pair.map((part) => encodeCbor(part as Buffer))); // checked by `encodeHead`
  return Buffer.concat([encodeHead(5, value.size), ...parts]);
}

function encodeHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

/** An authenticator and the browser in front of it, with one ES256 key. Its fields can be spoiled. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  userHandle = '';
  counter = 0;
  /** 0 for authenticators that do not count. */
  countsBy = 1;
  verifiesUser = true;
  origin: string;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(origin: string) {
    this.origin = origin;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Creates the key; `userHandle` comes from the options. */
  create({ challenge, rpId = 'localhost', origin = this.origin }: Ceremony, format = 'none') {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coseKey = encodeCbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const idLength = Buffer.from([this.id.length >> 8, this.id.length & 0xff]);
    const credentialData = Buffer.concat([Buffer.alloc(16), idLength, this.id, coseKey]);
    const authData = Buffer.concat([this.authenticatorData(rpId, HAS_CREDENTIAL), credentialData]);
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: base64url(encodeCbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge. */
  get({ challenge, rpId = 'localhost', origin = this.origin }: Ceremony) {
    this.counter += this.countsBy;
    const authenticatorData = this.authenticatorData(rpId);
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.keys.privateKey)),
        userHandle: this.userHandle,
      },
    };
  }

  private credential() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(rpId: string, flags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.verifiesUser ? USER_VERIFIED : 0;
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | verified]), counter]);
  }
}
