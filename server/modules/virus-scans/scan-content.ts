import { type Context, type Services, systemContext, transaction } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { markUnavailable } from '#server/app/errors.ts';
import { isVirusScanningOn } from '#server/authorization/scans/virus-scanning.ts';
import type { Verdict } from '#server/engines/viruses/virus-scanner.ts';
import { findContent, lockScanState } from './queries.ts';
import { recordVerdict } from './record-verdict.ts';

type ScanRequest = DomainEvents['content.virus_scan_requested'];

const UNREADABLE = 'The stored file could not be read.';

/**
 * Scans new content and records the verdict. Rejects while the scanner is away, so that the job is repeated and the content stays
 * withheld. Where an operator ended the scans meanwhile, the content is released unscanned. A retry after the job was abandoned
 * scans what could not be read then, and releases nothing unscanned.
 */
export async function scanNewContent(
  services: Services,
  { blobKey }: ScanRequest,
  signal: AbortSignal,
): Promise<void> {
  const content = await findContent(services.db, blobKey);
  const isAbandoned = content?.scan_state === 'unscannable' && content.scan_result === UNREADABLE;
  if (content?.scan_state !== 'scanning' && !isAbandoned) return;
  const verdict = await scan(services, content, signal);
  if (!verdict && (await isVirusScanningOn(services.db))) throw withoutScanner();
  if (!verdict && isAbandoned) return;
  await record(services, blobKey, verdict ?? { state: 'unscanned' });
}

/** For a node that started before another one began to scan: the content waits for that one. */
function withoutScanner(): Error {
  const error = new Error('This node has no virus scanner. Set CLAMD_SOCKET as on the other nodes');
  markUnavailable(error);
  return error;
}

/** Scans stored content again, whatever the last scan found. Rejects while the scanner is away, so that the job is repeated. */
export async function rescanContent(
  services: Services,
  { blobKey }: ScanRequest,
  signal: AbortSignal,
): Promise<void> {
  const content = await findContent(services.db, blobKey);
  if (!content) return;
  const verdict = await scan(services, content, signal);
  if (verdict) return record(services, blobKey, verdict);
  if (await isVirusScanningOn(services.db)) throw withoutScanner();
}

/** Withholds content that could not be read in three attempts, unless another scan has found what it is. */
export const abandonScan = (services: Services, { blobKey }: ScanRequest): Promise<void> =>
  transaction(systemContext(services), async (ctx: Context) => {
    const current = await lockScanState(ctx.db, blobKey);
    if (current?.scan_state === 'scanning')
      await recordVerdict(ctx, blobKey, {
        state: 'unscannable',
        reason: UNREADABLE,
      });
  });

async function scan(
  { blobs, virusScanner }: Services,
  { key, size, wrapped_key: wrappedKey }: NonNullable<Awaited<ReturnType<typeof findContent>>>,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  return virusScanner?.scan(await blobs.open({ key, size, wrappedKey }), signal);
}

const record = (
  services: Services,
  blobKey: string,
  verdict: Parameters<typeof recordVerdict>[2],
): Promise<void> =>
  transaction(systemContext(services), (ctx: Context) => recordVerdict(ctx, blobKey, verdict));
