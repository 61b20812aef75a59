export type FromJob = { readonly result: unknown } | { readonly failed: string } | { readonly progress: unknown };

/** The other end of `runJob`: what a `*.job.ts` file calls with its work. */
export function serveJob<I, O>(work: (input: I, progress: (value: unknown) => void) => Promise<O>): void {
  const say = (said: FromJob) => process.send?.(said);
  process.once('message', ({ input }: { input: I }) => {
    work(input, (progress) => say({ progress })).then(
      (result) => say({ result }),
      (error: unknown) => say({ failed: error instanceof Error ? error.message : String(error) }),
    );
  });
}
