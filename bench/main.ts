// Beside other programs: what a chunk costs, and all else that the product is held to.
//   npm run bench
import { parseArgs } from 'node:util';
import type { Experiment, LapOptions } from './contract.ts';
import { experiments } from './experiments.ts';
import { progress } from './lib/progress.ts';
import { said } from './lib/text.ts';
import { installPeers } from './peers/install.ts';
import type { Result } from './report/result.ts';
import { figuresTable, goalsTable } from './report/tables.ts';
import { write } from './report/write.ts';
import { chosenOf, lapsOf, measure } from './run.ts';
import { unknownWorkload, words as w } from './words.ts';

const { values: given } = parseArgs({
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    peers: { type: 'boolean', default: true },
    write: { type: 'boolean' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const names = experiments.map(({ name }) => name);
const wanted = given.only?.split(',').map((name) => name.trim()) ?? names;
const unknown = wanted.find((name) => !names.includes(name));

if (given.help || unknown !== undefined) {
  console.log(given.help ? said(w.usage) : `${unknownWorkload(unknown ?? '', names)}\n${said(w.usage)}`);
  process.exitCode = given.help ? 0 : 1;
} else {
  process.exitCode = (await bench()) ? 0 : 1;
}

async function bench(): Promise<boolean> {
  const options: LapOptions = {
    isQuick: given.quick,
    ...(given.profile !== undefined && { profileTo: given.profile }),
  };
  const chosen = experiments
    .filter(({ name }) => wanted.includes(name))
    .map((experiment) => chosenOf(experiment, options, given.peers));
  const needsPeers = chosen.some(({ entries }) => entries.some(({ isPeer }) => isPeer));
  if (needsPeers && !(await installPeers((text) => console.error(text)))) return false;
  const total = chosen.reduce((sum, each) => sum + lapsOf(each, options).flat().length, 0);
  const show = progress(said(w.working), total);
  const mayWrite = given.write ?? (!given.quick && given.peers);
  let done = 0;
  const measured: { name: string; experiment: Experiment; result: Result }[] = [];
  for (const experiment of chosen) {
    const { name } = experiment;
    const result = await measure(experiment, options, (entry) => {
      show(done, `${name} ${entry}`);
      done += 1;
    });
    measured.push({ name, experiment, result });
    // At once: what comes later may fail.
    if (mayWrite) await write([{ experiment, result }], experiments);
    console.log(`\n${name}: ${said(experiment.title)}. ${said(experiment.about)}`);
    console.log(`${said(w.machine)}: ${result.machine}\n\n${figuresTable(experiment, result, said)}`);
  }
  show(total);
  console.log(`\n${said(w.about)}\n${said(w.checked)}\n\n${goalsTable(measured, said)}`);
  if (given.quick) console.log(`\n${said(w.hasty)}`);
  if (mayWrite) console.log(`\n${said(w.written)}`);
  return measured.every(({ result }) => result.goals.every(({ isMet }) => isMet));
}
