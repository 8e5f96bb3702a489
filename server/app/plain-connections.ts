import type { Config } from './config.ts';

/** The names of this machine, and of a socket that is a file. */
const OWN_HOST = /^(?:|localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

const isElsewhere = (address: string): boolean => !OWN_HOST.test(URL.parse(address)?.hostname ?? '');

const usesTls = (databaseUrl: string): boolean => {
  const mode = URL.parse(databaseUrl)?.searchParams.get('sslmode');
  return typeof mode === 'string' && !['disable', 'allow', 'prefer'].includes(mode);
};

/** Describes the connections to other machines that are configured without TLS, one line each, for the operator. */
export function describePlainConnections(
  config: Pick<
    Config,
    | 'host'
    | 'secure'
    | 'databaseUrl'
    | 's3'
    | 'anchorBucket'
    | 'answerModel'
    | 'embeddingModel'
    | 'telemetry'
    | 'searchServer'
    | 'virusScanner'
  >,
): string[] {
  const { host, secure, databaseUrl, s3, anchorBucket, answerModel, embeddingModel, telemetry } = config;
  const { searchServer, virusScanner } = config;
  const lines: string[] = [];
  if (!secure && !OWN_HOST.test(host))
    lines.push(
      `Other machines reach this server (HOST=${host}) without TLS: passwords and documents can be read on the way. Put a proxy with TLS in front and set PUBLIC_URL=https://…`,
    );
  if (databaseUrl !== undefined && isElsewhere(databaseUrl) && !usesTls(databaseUrl))
    lines.push(
      'DATABASE_URL names another machine without sslmode=verify-full: the connection is not encrypted.',
    );
  if (s3?.endpoint !== undefined && isPlainElsewhere(s3.endpoint))
    lines.push(
      'S3_ENDPOINT is http:// on another machine: object names and credentials’ signatures are visible.',
    );
  if (anchorBucket?.endpoint !== undefined && isPlainElsewhere(anchorBucket.endpoint))
    lines.push(
      'ANCHOR_S3_ENDPOINT is http:// on another machine: what it answers can be changed on the way.',
    );
  if (searchServer !== undefined && isPlainElsewhere(searchServer.url))
    lines.push(
      'SEARCH_URL is http:// on another machine: the text of all documents and its password can be read on the way.',
    );
  if (virusScanner && 'host' in virusScanner && !OWN_HOST.test(virusScanner.host))
    lines.push(
      'CLAMD_SOCKET names another machine, to which documents are sent unencrypted: keep the connection in a network of your own.',
    );
  const model = answerModel ?? embeddingModel;
  if (model !== undefined && isPlainElsewhere(model.baseUrl))
    lines.push('AI_BASE_URL is http:// on another machine: questions and passages can be read on the way.');
  if (telemetry && isPlainElsewhere(telemetry.endpoint))
    lines.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT is http:// on another machine: its headers, traces and metrics can be read on the way.',
    );
  return lines;
}

const isPlainElsewhere = (address: string): boolean => address.startsWith('http:') && isElsewhere(address);
