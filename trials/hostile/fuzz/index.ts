export { fuzzTrials } from './fuzz-trial.ts';
