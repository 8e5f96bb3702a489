import { useMutation } from '@tanstack/react-query';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { type ArchiveResult, verifyArchive } from '#shared/evidence/archive/archive-verifier.mjs';
import {
  type AcceptanceStatement,
  type CertificateStatement,
  type ReceiptStatement,
  type VerificationResult,
  verify,
} from '#shared/evidence/verifier.mjs';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { fetchSigningKeys } from './api.ts';

const STATE = {
  valid: ['Valid', 'success'],
  invalid: ['Not valid', 'danger'],
  unconfirmed: ['Not confirmed', 'warning'],
} as const;

type Result = VerificationResult | ArchiveResult;

const isZip = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === 'PK\u0003\u0004';

/** Reads files in the browser and verifies them against the keys of this installation, or those among the files. */
async function verifyFiles(chosen: readonly File[]): Promise<Result[]> {
  const [archives, texts]: [File[], { name: string; text: string }[]] = [[], []];
  for (const file of chosen)
    if (await isZip(file)) archives.push(file);
    else texts.push({ name: file.name, text: await file.text() });
  const own = await fetchSigningKeys();
  const keys = texts.find(({ text }) => text.startsWith('{"keys":'))?.text ?? own.text;
  const results: Result[] = await verify([...texts, own]);
  for (const file of archives) results.push(await verifyArchive(toSource(file), { keys }));
  return results;
}

const toSource = (file: File) => ({
  name: file.name,
  size: file.size,
  read: async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

/** Verifies receipts, exports, proofs and archives. The files stay in the browser. */
export function VerifyFiles() {
  const verification = useMutation({ mutationFn: verifyFiles });
  return (
    <div className="flex flex-col gap-4">
      <label className="flex flex-col gap-1.5">
        <span className="font-medium">Receipts, certificates, acceptances, exports, proofs and archives</span>
        <input
          type="file"
          multiple
          className="max-w-full text-ink-muted file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:font-medium file:text-ink"
          // A corrected file of the same name is a new choice.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ target }) => {
            if (target.files && target.files.length > 0) verification.mutate([...target.files]);
          }}
        />
      </label>
      <div aria-live="polite" className="flex flex-col gap-4">
        {verification.isPending && <p className="text-ink-muted">Verifying…</p>}
        {verification.error && <Notice tone="danger">{getErrorMessage(verification.error)}</Notice>}
        {verification.data && verification.data.length > 0 && (
          <Card>
            <ul aria-label="Results" className="divide-y divide-line">
              {verification.data.map((result, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, and names may repeat
                <ResultItem key={place} result={result} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  );
}

function ResultItem({ result }: { result: Result }) {
  const { name, state, message } = result;
  const [label, tone] = STATE[state];
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 break-all font-medium">{name}</span>
      </p>
      <p>{message}</p>
      {result.kind === 'archive' ? <Archive result={result} /> : <Statements result={result} />}
    </li>
  );
}

function Statements({
  result: { state, statement, acceptance, certificate },
}: {
  result: VerificationResult;
}) {
  if (state === 'invalid') return null;
  return (
    <>
      {statement && <Statement statement={statement} />}
      {acceptance && <Acceptance acceptance={acceptance} />}
      {certificate && <Certificate certificate={certificate} />}
    </>
  );
}

function Archive({ result: { archive, problems, state } }: { result: ArchiveResult }) {
  return (
    <>
      {problems.slice(1).map((problem) => (
        <p key={problem} className="break-all">
          {problem}
        </p>
      ))}
      {archive && state !== 'invalid' && (
        <p className="break-all text-ink-muted">
          {archive.installation} made this archive of {archive.room.name}
          {archive.group && `, as ${archive.group.name} saw it,`} at {formatDateTime(archive.createdAt)}:{' '}
          {countOf(archive.documents, 'document')}.
        </p>
      )}
    </>
  );
}

function Acceptance({ acceptance }: { acceptance: AcceptanceStatement }) {
  const { installation, terms, version, recipient, verifiedBy, typedName, acceptedAt } = acceptance;
  return (
    <p className="break-all text-ink-muted">
      {installation} stated: {recipient || 'a visitor without an address'}
      {recipient && (verifiedBy === 'code' ? ' (verified by code)' : ' (not verified)')} accepted {terms},
      version {version}, at {formatDateTime(acceptedAt)}
      {typedName !== null && `, signed as ${typedName}`}.
    </p>
  );
}

function Certificate({ certificate }: { certificate: CertificateStatement }) {
  const { installation, room, party, at, historySince, issuedAt, logEntries, documents } = certificate;
  return (
    <p className="break-all text-ink-muted">
      {installation} stated at {formatDateTime(issuedAt)}, as of log entry {logEntries}: at{' '}
      {formatDateTime(at)}, {party.kind} {party.name} could see {countOf(documents.length, 'document')}
      {room && ` of ${room.name}`}. Rights are recorded since {formatDateTime(historySince)}.
    </p>
  );
}

function Statement({ statement }: { statement: ReceiptStatement }) {
  const { installation, issuedAt, recipient, logEntries, filesVisible, filesOpened, stateHash } = statement;
  return (
    <p className="break-all text-ink-muted">
      {installation} stated at {formatDateTime(issuedAt)}: as of log entry {logEntries}, {recipient} could see{' '}
      {countOf(filesVisible, 'file')} and had opened {filesOpened}. State hash {stateHash}.
    </p>
  );
}
