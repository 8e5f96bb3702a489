import { createHash } from 'node:crypto';
import { fromBER, Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  ExtKeyUsage,
  id_eContentType_TSTInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** PKIStatus of a token: granted, or granted with changes. */
const GRANTED: readonly number[] = [0, 1];
/** Clocks differ by less; a time stamp that states another time proves nothing. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60 * 1000;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Copies, so that the whole buffer is the content. */
const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Encodes a TimeStampReq for the hash of a text, which asks for the certificate of the server too. */
export function encodeRequest(text: string, nonce: Buffer): Buffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: toArrayBuffer(hashOf(text)) }),
    }),
    nonce: new Integer({ valueHex: toArrayBuffer(nonce) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

interface Expected {
  readonly text: string;
  readonly nonce: Buffer;
  readonly now: number;
}

/**
 * Reads the token of a TimeStampResp. Rejects unless it is for this text and request, states the present, and is signed by the
 * certificate inside it, which must be one for time stamps. Who issued that certificate is not examined: receivers of the token
 * do so, with the roots that they trust.
 */
export async function readToken(
  answer: Buffer,
  { text, nonce, now }: Expected,
): Promise<{ token: Buffer; at: number }> {
  const response = TimeStampResp.fromBER(toArrayBuffer(answer));
  const { status, timeStampToken } = response;
  if (!GRANTED.includes(status.status) || !timeStampToken) throw new Error('The server refused a token');
  const signed = new SignedData({ schema: timeStampToken.content });
  const info = readInfo(signed);
  const imprint = info.messageImprint;
  if (imprint.hashAlgorithm.algorithmId !== SHA256) throw new Error('The token has another hash');
  if (!hashOf(text).equals(Buffer.from(imprint.hashedMessage.valueBlock.valueHexView)))
    throw new Error('The token is for another text');
  if (!info.nonce || !nonce.equals(Buffer.from(info.nonce.valueBlock.valueHexView)))
    throw new Error('The token is for another request');
  const at = info.genTime.getTime();
  if (!(Math.abs(at - now) <= MAX_CLOCK_DIFFERENCE_MS)) throw new Error('The token states another time');
  const result = await signed.verify({
    signer: 0,
    data: toArrayBuffer(Buffer.from(text)),
    checkChain: false,
    extendedMode: true,
  });
  if (result.signatureVerified !== true || !isForTimeStamps(result.signerCertificate))
    throw new Error('The signature of the token is not valid');
  return { token: Buffer.from(timeStampToken.toSchema().toBER()), at };
}

function readInfo({ encapContentInfo }: SignedData): TSTInfo {
  const { eContentType, eContent } = encapContentInfo;
  if (eContentType !== id_eContentType_TSTInfo || !eContent) throw new Error('The token has no content');
  const { result, offset } = fromBER(eContent.getValue());
  if (offset === -1) throw new Error('The token cannot be read');
  return new TSTInfo({ schema: result });
}

function isForTimeStamps(certificate: Certificate | null | undefined): boolean {
  const usage = certificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(TIME_STAMPING);
}
