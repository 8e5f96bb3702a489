import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A metric that is read whenever Prometheus asks. */
export interface GaugeSource {
  name: string;
  help: string;
  read(): Promise<number>;
}

/** The metrics of this process. Their observers are never removed, so that tests with many apps start them once. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/**
 * Registers `/metrics` for Prometheus: process, gauges, and the duration of each route by status. Contains no
 * names and no content.
 */
export function registerMetrics(app: FastifyInstance, gauges: readonly GaugeSource[]): void {
  const registry = new Registry();
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A value that cannot be read is NaN, so that the other metrics are still served.
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime },
      'request',
    );
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await Registry.merge([processMetrics, registry]).metrics()),
  );
}
