import { defineAgent } from '../../src/index.ts';

/** Fails where nobody listens, as code of other people does. */
export const careless = defineAgent({
  name: 'careless',
  async run({ input }, { say }) {
    if (input === 'throw') setImmediate(() => fail());
    else void Promise.resolve().then(fail);
    return say('done', 'done');
  },
});

function fail(): never {
  throw new Error('nobody listens');
}
