import { parseArgs } from 'node:util';
import { machine } from './lib/machine.ts';
import { progress } from './lib/progress.ts';
import { median } from './lib/race.ts';
import { table } from './lib/table.ts';
import { goals, netOf, type Round } from './server/goals.ts';
import { lap } from './server/lap.ts';
import { type SideName, sideNames, sides } from './server/sides/index.ts';
import { words as w } from './server/words.ts';
import { workloads } from './server/workloads.ts';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const chosen = workloads.filter(({ name }) => given.only === undefined || name === given.only);

if (given.help || chosen.length === 0) {
  console.log(given.help ? w.usage : `${w.unknown(given.only ?? '')}\n${w.usage}`);
  process.exitCode = given.help ? 0 : 1;
} else {
  process.exitCode = (await bench(given.quick ? 2 : 5)) ? 0 : 1;
}

/** Rounds of all sides in turn, each time another one first. */
async function bench(rounds: number): Promise<boolean> {
  const before = machine();
  const results = new Map<string, Round[]>(chosen.map(({ name }) => [name, []]));
  const total = rounds * chosen.length * sideNames.length;
  const show = progress(w.working, total);
  let done = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const workload of chosen) {
      const laps: Partial<Record<SideName, Round[SideName]>> = {};
      for (let i = 0; i < sideNames.length; i += 1) {
        const side = sideNames[(round + i) % sideNames.length] as SideName;
        show(done);
        laps[side] = await lap(side, workload, given.profile);
        done += 1;
      }
      results.get(workload.name)?.push(laps as Round);
    }
  }
  show(total);
  console.log(`\n${w.machine}: ${before} → ${machine().split('load ')[1]}\n\n${w.about}\n`);
  console.log(table([w.workload, w.side, w.cpu, w.net, w.p50, w.p99], [...results].flatMap(figures)));
  console.log(`\n${w.checked}\n`);
  return judge(results);
}

function figures([workload, rounds]: [string, Round[]]) {
  return sideNames.map((side) => {
    const laps = rounds.map((round) => round[side]);
    const late = laps.flatMap((each) => each.late ?? []);
    const net = side === 'source' ? undefined : median(rounds.map((round) => netOf(round, side)));
    const lateness =
      late.length === 0 ? [undefined, undefined] : [median(late.map((it) => it.p50)), median(late.map((it) => it.p99))];
    return [workload, sides[side].title, median(laps.map((each) => each.cpu)), net, ...lateness];
  });
}

function judge(results: ReadonlyMap<string, readonly Round[]>): boolean {
  const judged = goals.flatMap(({ workload, says, measure }) => {
    const rounds = results.get(workload);
    return rounds ? [{ workload, says, ...measure(rounds) }] : [];
  });
  const rows = judged.map((it) => [it.workload, it.says, it.text, it.net, it.isMet ? w.met : w.missed]);
  console.log(table([w.workload, w.goal, w.measured, w.netRatio, w.verdict], rows));
  return judged.every(({ isMet }) => isMet);
}
