import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { processMetrics } from './process-metrics.ts';
import type { DialectTally, Tally } from './tally.ts';

export interface Sources {
  readonly tally: Tally;
  /** Runs that have not ended, by state. */
  openRuns(): Iterable<readonly [state: string, count: number]>;
}

/** What Prometheus is told. Only commits and ends of runs are noted when they happen; the rest is read when it asks. */
export class Metrics {
  readonly registry = new Registry();
  readonly #appended: Counter;
  readonly #commits: Histogram;
  readonly #ended: Counter<'status'>;

  constructor({ tally, openRuns }: Sources) {
    const registers = [this.registry];
    processMetrics(this.registry);
    this.#appended = new Counter({
      name: 'polywire_events_appended_total',
      help: 'Events that are durable in the log',
      registers,
    });
    this.#commits = new Histogram({
      name: 'polywire_commit_seconds',
      help: 'Time from the beginning of a commit until its events are on their way',
      buckets: COMMIT_BUCKETS,
      registers,
    });
    this.#ended = new Counter({
      name: 'polywire_runs_ended_total',
      help: 'Runs that have ended, by how',
      labelNames: ['status'],
      registers,
    });
    gauge(registers, 'polywire_runs', 'Runs that have not ended, by state', 'state', openRuns);
    const each = (field: (it: DialectTally) => number) => () =>
      Array.from(tally.entries(), ([dialect, it]) => [dialect, field(it)] as const);
    gauge(
      registers,
      'polywire_connections',
      'Open connections',
      'dialect',
      each((it) => it.connections),
    );
    counter(
      registers,
      'polywire_events_delivered_total',
      'Events given to watchers, each once for every watcher',
      each((it) => it.delivered),
    );
    counter(
      registers,
      'polywire_readers_cut_total',
      'Readers cut because they did not read',
      each((it) => it.cut),
    );
    issueCounter(registers, tally);
  }

  /** Connections that follow a session, by dialect. */
  countWatchers(watchers: Read): void {
    gauge([this.registry], 'polywire_watchers', 'Connections that follow a session', 'dialect', watchers);
  }

  committed({ events, ms }: { readonly events: number; readonly ms: number }): void {
    this.#appended.inc(events);
    this.#commits.observe(ms / 1_000);
  }

  ended(status: string): void {
    this.#ended.inc({ status });
  }
}

/** From a fast disk's commit to one that everybody notices. */
const COMMIT_BUCKETS = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1];

type Read = () => Iterable<readonly [string, number]>;

function gauge(registers: Registry[], name: string, help: string, label: string, read: Read): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, count] of read()) this.set({ [label]: value }, count);
    },
  });
}

function counter(registers: Registry[], name: string, help: string, read: Read): void {
  new Counter({
    name,
    help,
    labelNames: ['dialect'],
    registers,
    collect() {
      this.reset();
      for (const [dialect, count] of read()) this.inc({ dialect }, count);
    },
  });
}

function issueCounter(registers: Registry[], tally: Tally): void {
  new Counter({
    name: 'polywire_decode_issues_total',
    help: 'Frames and requests that could not be read, by reason',
    labelNames: ['dialect', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const [dialect, { issues }] of tally.entries()) {
        for (const [reason, count] of issues) this.inc({ dialect, reason }, count);
      }
    },
  });
}
