import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * A client put together into one file, as its users would. One of AG-UI's libraries ships its TypeScript beside its code,
 * and the loader that runs ours would take that instead.
 */
export async function bundled<T>(client: string): Promise<T> {
  const outfile = fileURLToPath(new URL(`../../../node_modules/.cache/polywire-bench/${client}.mjs`, import.meta.url));
  await build({
    entryPoints: [join(import.meta.dirname, `${client}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
  return (await import(outfile)) as T;
}
