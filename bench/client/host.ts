import { dialectNamed } from '@polywire/protocol';
import { LARGE, type ReadLong, type Report, SMALL } from './contract.ts';
import { ours } from './ours.ts';

/** The process of one client. */
const [name = '', times = '1'] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const readLong = await load(name);
let small = Number.POSITIVE_INFINITY;
let large = Number.POSITIVE_INFINITY;
await readLong(SMALL);
for (let n = 0; n < Number(times); n += 1) {
  small = Math.min(small, await readLong(SMALL));
  large = Math.min(large, await readLong(LARGE));
}
const report: Report = { kind: 'read', small: (small / SMALL) * 1_000, large: (large / LARGE) * 1_000 };
process.send?.(report, () => process.disconnect());

async function load(client: string): Promise<ReadLong> {
  if (client === 'aiSdk') return (await import('../peers/clients/ai-sdk.ts')).readLong;
  if (client === 'agUi') {
    const { bundled } = await import('../peers/clients/bundled.ts');
    return (await bundled<{ readLong: ReadLong }>('ag-ui')).readLong;
  }
  return ours(dialectNamed(client));
}
