/** How a well-behaved client fared since it was asked last. */
export interface BesideReport {
  readonly runs: number;
  readonly wrong: readonly string[];
  /** How long the server took to answer a ping, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}
