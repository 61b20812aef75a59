import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** What the bundle is called where it is loaded as a script. */
export const GLOBAL = 'polywire';

/** A module as one script for a browser. Fails on any import of a Node built-in. */
export async function bundle(entry: URL): Promise<string> {
  return outputOf({ entryPoints: [fileURLToPath(entry)] });
}

export async function bundleText(contents: string): Promise<string> {
  return outputOf({ stdin: { contents, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) } });
}

async function outputOf(input: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    globalName: GLOBAL,
    logLevel: 'silent',
    plugins: [noBuiltIns],
  });
  return outputFiles?.[0]?.text ?? '';
}

/** The bundler would take a package of the same name (`buffer`, `events`) where one happens to be installed. */
const noBuiltIns: Plugin = {
  name: 'no-built-ins',
  setup({ onResolve }) {
    const names = builtinModules.map((name) => name.replaceAll('/', '\\/'));
    onResolve({ filter: new RegExp(`^(node:.*|${names.join('|')})$`) }, ({ path }) => ({
      errors: [{ text: `${path} is a Node built-in: no browser has it` }],
    }));
  },
};
