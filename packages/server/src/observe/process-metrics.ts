import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * What is told of any Node process, read when somebody asks. The library would look at the event loop every 10 ms to
 * tell its lag in percentiles, which keeps a server awake that nobody talks to: how busy the loop was is known for
 * nothing.
 */
export function processMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const each of SAMPLED) registry.removeSingleMetric(`nodejs_eventloop_lag_${each}_seconds`);
  let before = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since it was last asked for in which the event loop was busy',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
}

/** The longest that a timer can be set to. */
const NEVER_MS = 2 ** 31 - 1;
const SAMPLED = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];
