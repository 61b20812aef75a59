// Asks a server of any dialect one question and prints the answer as it comes:
//   npx tsx examples/client/ask.ts http://127.0.0.1:10338 native "Hello"
import { connect } from '@polywire/client/node';
import { dialectNamed } from '@polywire/protocol';

const [url = 'http://127.0.0.1:10338', dialect = 'native', question = 'Hello'] = process.argv.slice(2);
const conversation = connect({ url, dialect: dialectNamed(dialect) });
const events = conversation[Symbol.asyncIterator]();
// A server that is away is waited for, so somebody has to say for how long.
await conversation.send(question, { signal: AbortSignal.timeout(10_000) });
for (let next = await events.next(); !next.done; next = await events.next()) {
  const event = next.value;
  if (event.type === 'text.delta') process.stdout.write(event.delta);
  if (event.type === 'tool.started') process.stdout.write(`[${event.name}]\n`);
  if (event.type === 'input.requested') process.stdout.write(`${event.prompt ?? event.name}\n`);
  if (event.type === 'input.requested' || event.type === 'run.finished') break;
}
process.stdout.write('\n');
conversation.close();
