/** A problem whose message is all that its reader needs: no stack is printed for it. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {{ output?: string, hint?: string }} [details]
   */
  constructor(message, { output, hint } = {}) {
    super(message);
    this.name = 'Failure';
    this.output = output;
    this.hint = hint;
  }
}

/** Somebody stopped us: nothing to explain, nothing more to do. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(signal);
    this.name = 'Interrupted';
    this.signal = signal;
  }
}

/** @param {unknown} error */
export function report(error) {
  if (error instanceof Interrupted) {
    // Ending by the same signal is how a shell or npm learns that it was an interruption. A child that still listens for
    // it through us has been told.
    process.removeAllListeners(error.signal);
    process.kill(process.pid, error.signal);
  } else if (error instanceof Failure) {
    if (error.output) console.error(error.output.trimEnd());
    console.error(error.message);
    if (error.hint) console.error(error.hint);
  } else {
    console.error(error);
  }
}
