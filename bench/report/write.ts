import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Experiment } from '../contract.ts';
import { both } from '../lib/text.ts';
import { words as w } from '../words.ts';
import { chart } from './chart.ts';
import { writeSections } from './document.ts';
import type { Result, Results } from './result.ts';
import { figuresTable, goalsTable } from './tables.ts';

const docs = new URL('../../docs/', import.meta.url);
const FIGURES = new URL('benchmarks.json', docs);

/** Puts new figures beside those that are there, and writes the sections and charts of the new ones and the overview. */
export async function write(
  measured: readonly { experiment: Experiment; result: Result }[],
  all: readonly Experiment[],
) {
  const results: Record<string, Result> = { ...(await readResults()) };
  const sections: Record<string, string> = {};
  await mkdir(new URL('images/', docs), { recursive: true });
  for (const { experiment, result } of measured) {
    const { name } = experiment;
    results[name] = result;
    const drawing = chart(experiment, result);
    if (drawing) await writeFile(new URL(imageOf(name), docs), drawing);
    sections[name] = section(experiment, result, drawing !== undefined);
  }
  const known = all.flatMap(({ name }) => (results[name] ? [{ name, result: results[name] }] : []));
  await writeSections({ ...sections, overview: goalsTable(known, both) });
  const ordered = Object.fromEntries(known.map(({ name, result }) => [name, result]));
  await writeFile(FIGURES, `${JSON.stringify(ordered, undefined, 2)}\n`);
}

function section(experiment: Experiment, result: Result, hasChart: boolean): string {
  const { name, title, about } = experiment;
  const when = [
    result.date,
    result.machine,
    `${result.rounds} ${both(w.rounds)}`,
    ...(result.isQuick ? ['`--quick`'] : []),
  ].join('; ');
  return [
    about.en,
    about.zh,
    ...(hasChart ? [`![${name}: ${both(title)}](${imageOf(name)})`] : []),
    figuresTable(experiment, result, both),
    ...(result.goals.length > 0 ? [goalsTable([{ name, result }], both)] : []),
    `*${when}*`,
  ].join('\n\n');
}

function imageOf(name: string): string {
  return `images/bench-${name.toLowerCase()}.svg`;
}

async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(FIGURES, 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
