/** How many generated cases each property gets. */
export const NUM_RUNS = process.env.POLYWIRE_LONG === '1' ? 20_000 : 100;

/** A loaded machine must not turn a property into a failure; a hanging one still ends. */
export const PROPERTY_TIMEOUT_MS = process.env.POLYWIRE_LONG === '1' ? 3_600_000 : 60_000;

/** When everything in a test happens: 2026-01-01T00:00:00Z. */
export const EPOCH = Date.UTC(2026, 0, 1);
