import { type Dialect, dialectNamed, framesFor, type RunEvent } from '@polywire/protocol';
import { startProduct, streamOf } from '../server/product.ts';
import { profiler } from '../server/profiler.ts';
import type { Order, Report, Stored } from './contract.ts';
import { SocketWatch } from './sockets.ts';
import { writer } from './writer.ts';

/** The product in a process of its own, for what no other program does. */
const [label = '', profileTo] = process.argv.slice(2);
const tell = (report: Report): void => void process.send?.(report);
const sockets = new SocketWatch();
const profile = profileTo === undefined ? undefined : await profiler(profileTo, 'polywire', label);
const product = await startProduct(writer);
let began = process.cpuUsage();

// Nobody is left to tell.
process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  switch (order.kind) {
    case 'mark':
      globalThis.gc?.();
      if (order.looks) sockets.look();
      profile?.start();
      began = process.cpuUsage();
      return tell({ kind: 'marked', rss: process.memoryUsage.rss() });
    case 'read': {
      const { user, system } = process.cpuUsage(began);
      await profile?.stop();
      const { held, cutMs } = sockets;
      return tell({ kind: 'read', cpuMicros: user + system, rss: process.memoryUsage.rss(), held, cutMs });
    }
    case 'close': {
      await product.close();
      const events = await product.stored(order.sessions);
      const dialect = dialectNamed(order.dialect);
      const stored = events.map((each, i) => storedOf(each, dialect, order.sessions[i] ?? '', order.texts));
      const report: Report = { kind: 'closed', stored };
      // What is long leaves the process in pieces: it must stay for the last.
      process.send?.(report, () => process.disconnect());
      return;
    }
  }
});
tell({ kind: 'listening', url: product.url, port: product.port });

function storedOf(events: readonly RunEvent[], dialect: Dialect, id: string, wantsTexts: boolean): Stored {
  const encoder = dialect.server.encoder({ ...streamOf(dialect), id });
  const plain = { cursor: false, restore: false };
  const texts = events.flatMap((event) => framesFor(encoder.push(event), plain).map(({ data }) => data));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { frames: texts.length, bytes, ...(wantsTexts && { texts }) };
}
