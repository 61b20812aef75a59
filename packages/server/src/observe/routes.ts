import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Whoever can reach the server may ask whether it lives; everything else is behind the gate. */
export const HEALTH_PATH = '/healthz';

export function observeRoutes(app: FastifyInstance, metrics: Metrics, isReady: () => boolean): void {
  app.get(HEALTH_PATH, () => ({ status: 'ok' }));
  app.get('/readyz', (_, reply) =>
    isReady() ? { status: 'ready' } : reply.code(503).header('retry-after', '1').send({ status: 'not ready' }),
  );
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
