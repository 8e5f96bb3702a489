import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import type { SigningKey } from '#shared/contracts/audit.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import {
  findSigningKey,
  insertSigningKey,
  listSigningKeyRows,
  type SigningKeyRow,
  setSigningKeyEnd,
} from './queries.ts';
import { signingKeyText } from './signed-texts.ts';

/** The purpose of the encryption of private keys. Part of stored data. */
const ENCRYPTION_PURPOSE = 'signing key';
const KEY_ID_HEX_DIGITS = 16;

export interface Signature {
  readonly keyId: string;
  /** Base64. */
  readonly signature: string;
}

/** Creates the first signing key of the installation unless it has one. Processes that start together create one. */
export async function ensureSigningKey(ctx: Context): Promise<void> {
  if (await findSigningKey(ctx.db)) return;
  await withLock(ctx, 'audit-log', async (ctx) => {
    if (!(await findSigningKey(ctx.db)))
      await insertSigningKey(
        ctx.db,
        generateKey(ctx, () => null),
      );
  });
}

/** Returns the key in use. */
export async function loadSigningKey(ctx: Context): Promise<SigningKeyRow> {
  const key = await findSigningKey(ctx.db);
  if (!key) throw new AppError('conflict', 'There is no signing key yet. Try again in a moment.');
  return key;
}

/** Signs a text with a key of this installation. */
export const signText = ({ encryptor }: Context, key: SigningKeyRow, text: string): Signature => ({
  keyId: key.id,
  signature: sign(null, Buffer.from(text), decryptPrivateKey(encryptor, key)).toString('base64'),
});

const decryptPrivateKey = (encryptor: Context['encryptor'], key: SigningKeyRow) =>
  createPrivateKey({
    key: Buffer.from(encryptor.decrypt(ENCRYPTION_PURPOSE, key.encrypted_private_key), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });

function generateKey(
  { encryptor, now }: Context,
  signByPrevious: (key: Pick<SigningKey, 'publicKey' | 'validFrom'>) => string | null,
): SigningKeyRow {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  const validFrom = now();
  return {
    id: createHash('sha256').update(publicKey).digest('hex').slice(0, KEY_ID_HEX_DIGITS),
    public_key: publicKey,
    encrypted_private_key: encryptor.encrypt(ENCRYPTION_PURPOSE, privateKey.toString('base64')),
    previous_signature: signByPrevious({
      publicKey: publicKey.toString('base64'),
      validFrom: isoInstant(validFrom),
    }),
    valid_from_at: validFrom,
    valid_until_at: null,
  };
}

/** Replaces the signing key. The old one signs the new one; what it signed before stays valid. */
export async function createSigningKey(ctx: Context): Promise<SigningKey> {
  authorizeSystemAction(ctx.actor, 'manageSigningKeys');
  return withLock(ctx, 'audit-log', async (ctx) => {
    await assertReauthenticated(ctx);
    const previous = await loadSigningKey(ctx);
    const key = generateKey(ctx, (content) => signText(ctx, previous, signingKeyText(content)).signature);
    await setSigningKeyEnd(ctx.db, previous.id, key.valid_from_at);
    await insertSigningKey(ctx.db, key);
    await audit(ctx, { action: 'keys.sign', details: { key: key.id, previousKey: previous.id } });
    return presentSigningKey(key);
  });
}

export const listSigningKeys = async ({ db }: Context): Promise<SigningKey[]> =>
  (await listSigningKeyRows(db)).map(presentSigningKey);

const presentSigningKey = (key: SigningKeyRow): SigningKey => ({
  id: key.id,
  publicKey: key.public_key.toString('base64'),
  validFrom: isoInstant(key.valid_from_at),
  validUntil: isoInstantOrNull(key.valid_until_at),
  previousSignature: key.previous_signature,
});
