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

/** @param {unknown} error */
export function report(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output) console.error(error.output.trimEnd());
  console.error(error.message);
  if (error.hint) console.error(error.hint);
}
