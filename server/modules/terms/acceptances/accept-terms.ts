import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { loadSigningKey, signText } from '#server/modules/evidence/signing-keys.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { findCurrentVersion } from '../queries.ts';
import { findAdmittedPerson, insertAcceptance } from './queries.ts';
import { acceptanceText } from './signed-statement.ts';

/** A current version with the name of its terms. */
export type CurrentTerms = NonNullable<Awaited<ReturnType<typeof findCurrentVersion>>>;

/** Loads the current version of terms that a link asks for. */
export const loadCurrentTerms = ({ db }: Pick<Context, 'db'>, termsId: number) =>
  findCurrentVersion(db, termsId);

interface Acceptance {
  readonly linkId: number;
  readonly invitationId: number;
  readonly email: string;
  readonly verifiedBy: 'none' | 'code';
  readonly typedName: string | null;
  readonly userAgent: string;
}

const MAX_USER_AGENT_LENGTH = 300;

/** Records, inside a transaction, that a visitor accepted a version, and signs the statement of it. */
export async function recordAcceptance(
  ctx: Context,
  version: CurrentTerms,
  { linkId, invitationId, email, verifiedBy, typedName, userAgent }: Acceptance,
): Promise<void> {
  const acceptedAt = ctx.now();
  const statement = JSON.stringify({
    installation: ctx.config.publicUrl,
    kind: 'terms-acceptance',
    terms: version.name,
    version: version.number,
    textSha256: version.text_sha256,
    ...(version.document_sha256 !== null && {
      document: { name: version.document_name, sha256: version.document_sha256 },
    }),
    recipient: email,
    verifiedBy,
    typedName,
    acceptedAt: isoInstant(acceptedAt),
    address: ctx.address,
  });
  const { keyId, signature } = signText(ctx, await loadSigningKey(ctx), acceptanceText(statement));
  await insertAcceptance(ctx.db, {
    terms_version_id: version.id,
    link_id: linkId,
    invitation_id: invitationId,
    email,
    verified_by: verifiedBy,
    typed_name: typedName,
    accepted_at: acceptedAt,
    address: ctx.address,
    user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    statement,
    key_id: keyId,
    signature,
  });
  await publish(ctx, 'visitor.accepted_terms', { invitationId });
  await audit(ctx, {
    action: 'terms.accept',
    actor: { kind: 'visitor', invitationId, mayDownload: false },
    object: { kind: 'terms', id: version.terms_id, name: version.name },
    details: { version: version.number, linkId, verifiedBy, ...(typedName !== null && { typedName }) },
  });
}

/** Records, inside a transaction, the acceptance of a visitor who is in a link already. */
export async function recordAcceptanceInVisit(
  ctx: Context,
  version: CurrentTerms,
  acceptance: Omit<Acceptance, 'email' | 'verifiedBy'>,
): Promise<void> {
  const person = await findAdmittedPerson(ctx.db, acceptance.invitationId);
  const { email, verified_by: verifiedBy } = person ?? { email: '', verified_by: 'none' };
  await recordAcceptance(ctx, version, { ...acceptance, email, verifiedBy });
}
