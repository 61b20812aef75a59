import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandSchema, type Draft, dialects, eventSchema, Legaliser, type RunEvent, verify } from '@polywire/protocol';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.mjs';

/** The blocks of docs/protocol.md, in the order in which they stand there. */
const [events = [], commands = [], before = [], after = [], extended = []] = [
  ...readFileSync(join(root, 'docs', 'protocol.md'), 'utf8').matchAll(/```jsonl\n([\s\S]*?)```/g),
].map((block) =>
  (block[1] as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>),
);

test('the run is made of events, and legal', () => {
  expect(events.length).toBeGreaterThan(0);
  expect(verify(events.map((event) => eventSchema.parse(event)))).toBeUndefined();
});

test('the commands are commands', () => {
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(commandSchema.parse(command)).toEqual(command);
});

test('the Legaliser does what is shown', () => {
  const legal = new Legaliser();
  expect(before.flatMap((draft) => legal.push(draft as unknown as Draft).drafts)).toEqual(after);
});

test('the frame with an extension gives back the event in it', () => {
  const [frame = {}] = extended;
  const { event } = frame.polywire as { event: RunEvent };
  const { seq: _, ...draft } = event;
  const speakers = dialects.filter(({ wire }) =>
    Object.values(wire.server).some((schema) => schema.safeParse(frame).success),
  );
  expect(speakers).toHaveLength(1);
  for (const { client, traits } of speakers) {
    const variant = traits.variants[0] as string;
    const decoder = client.decoder(
      { id: 's', variant, utcOffsetMin: 0, locale: 'en', baseUrl: '' },
      { restores: true },
    );
    expect(decoder.push({ data: JSON.stringify(frame) }).values).toContainEqual(draft);
  }
});
