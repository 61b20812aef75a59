import { codecCases, codecRow, ENCODE_GOAL, isUnderGoal } from './codec/codecs.ts';
import { FOLD_GOAL, foldCases, foldRow } from './codec/folds.ts';
import { machine } from './lib/machine.ts';
import { progress } from './lib/progress.ts';
import { race } from './lib/race.ts';
import { table } from './lib/table.ts';
import { words } from './lib/words.ts';
import { writeSections } from './report/document.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 11 : 41;
/** Events a lap: long enough for the clock, short enough that the sides of a contest see the same machine. */
const LAP_EVENTS = 2_000;

const codecs = codecCases(LAP_EVENTS);
const folds = foldCases();
const decoding = codecs.flatMap((it) => it.decode ?? []);
const contests = [...codecs.map((it) => it.encode), ...decoding, ...folds.flatMap((it) => [it.next, it.all])];
const show = progress(words.working, ROUNDS);
const results = new Map(race(contests, ROUNDS, show).map((result, i) => [contests[i], result]));
show(ROUNDS);

const of = (contest: (typeof contests)[number]) =>
  results.get(contest) ?? { ours: Number.NaN, theirs: Number.NaN, ratio: Number.NaN };
const w = words;
const codecHead = [
  w.workload,
  w.dialect,
  w.frames,
  w.encode,
  w.stringify,
  w.ratio,
  w.goal,
  w.verdict,
  w.decode,
  w.parse,
  w.ratio,
];
const foldHead = [w.session, w.nextShort, w.nextLong, w.ratio, w.goal, w.verdict, w.allShort, w.allLong, w.ratio];

const codecTable = table(
  codecHead,
  codecs.map((it) => codecRow(it, of(it.encode), it.decode && of(it.decode), w)),
);
const foldTable = table(
  foldHead,
  folds.map((it) => foldRow(it, of(it.next), of(it.all), w)),
);
console.log(`\n${w.machine}: ${machine()}\n\n${w.perEvent}\n\n${codecTable}\n\n${w.folding}\n\n${foldTable}`);
if (process.argv.includes('--write')) {
  const measured = `*${new Date().toISOString().slice(0, 10)}; ${machine()}; ${ROUNDS} rounds / 轮*`;
  await writeSections({ 'codec-machine': measured, codec: codecTable, fold: foldTable });
}

const isMissed =
  codecs.some((it) => isUnderGoal(it) && of(it.encode).ratio > ENCODE_GOAL) ||
  folds.some((it) => of(it.next).ratio > FOLD_GOAL);
process.exitCode = isMissed ? 1 : 0;
