const long = process.env.POLYWIRE_LONG === '1';

/** How many generated cases each property gets; POLYWIRE_RUNS=2000 for a closer look at one thing. */
export const NUM_RUNS = Number(process.env.POLYWIRE_RUNS) || (long ? 20_000 : 300);

/** A loaded machine must not turn a property into a failure; a hanging one still ends. */
export const PROPERTY_TIMEOUT_MS = long ? 3_600_000 : 60_000;

/** When everything in a test happens: 2026-01-01T00:00:00Z. */
export const EPOCH = Date.UTC(2026, 0, 1);
