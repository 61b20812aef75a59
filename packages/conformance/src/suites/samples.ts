import type { Dialect, Endpoint, Frame, HttpRequest, Issue, RestRequest } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { contains, firstMissing, isExcepted } from '../contains.ts';
import type { Sample } from '../fixture.ts';
import { framesOf, loadSamples } from '../load.ts';
import { replay } from '../replay.ts';
import { streamOf } from '../wire.ts';

/** What the documents and the programs in the field send is understood, and we send the same. */
export function samplesSuite(dialect: Dialect, folder: URL): void {
  describe('samples', () => {
    it('has samples', () => expect(loadSamples(folder).samples.length).toBeGreaterThan(0));
    for (const sample of samplesIn(folder)) {
      it(`${sample.direction}: ${sample.name}`, () => checks[sample.direction](dialect, folder, sample as never));
    }
  });
}

type Of<D extends Sample['direction']> = Extract<Sample, { direction: D }>;
type Exceptions = NonNullable<Sample['exceptions']>;

const checks: { [D in Sample['direction']]: (dialect: Dialect, folder: URL, sample: Of<D>) => void } = {
  server(dialect, folder, sample) {
    const frames = framesOf(folder, sample);
    const { produced, issues } = replay(dialect, streamOf(dialect, sample.stream), frames);
    checkFrames(frames, produced, issues, sample.exceptions ?? []);
  },

  client(dialect, folder, sample) {
    const frames = framesOf(folder, sample);
    const decoder = dialect.server.commands();
    const decoded = frames.map((frame) => decoder.push(frame));
    const commands = decoded.flatMap(({ values }) => values);
    const produced = commands.flatMap((command) => [...dialect.client.encode(command)]).map(asFrame);
    checkFrames(
      frames,
      produced,
      decoded.map(({ issue }) => issue),
      sample.exceptions ?? [],
    );
  },

  request(dialect, _folder, { endpoint, params = {}, query = {}, body = null }) {
    const request: HttpRequest = { params, query, body };
    const decoded = endpointNamed(dialect, endpoint).read?.(request);
    expect(decoded?.issue).toBeUndefined();
    expect(decoded?.values.length).toBeGreaterThan(0);
  },

  answer(dialect, _folder, { endpoint, command, outcome, body }) {
    const answer = endpointNamed(dialect, endpoint).write?.(command, outcome);
    if (!contains(answer?.body ?? null, body)) expect(answer?.body).toEqual(body);
  },
};

function checkFrames(
  samples: readonly Frame[],
  produced: readonly Frame[],
  issues: readonly (Issue | undefined)[],
  exceptions: Exceptions,
): void {
  const complaint = complaintAbout(samples, produced, issues, exceptions);
  if (complaint) expect.fail(complaint);
  for (const exception of exceptions) {
    const others = exceptions.filter((other) => other !== exception);
    const needed = complaintAbout(samples, produced, issues, others) !== undefined;
    expect(needed, `an exception that is not needed any more: ${JSON.stringify(exception)}`).toBe(true);
  }
}

function complaintAbout(
  samples: readonly Frame[],
  produced: readonly Frame[],
  issues: readonly (Issue | undefined)[],
  exceptions: Exceptions,
): string | undefined {
  for (const [index, issue] of issues.entries()) {
    if (issue && !isExcepted(index, exceptions)) return `frame ${index}: ${issue.reason}: ${issue.detail}`;
  }
  const missing = firstMissing(samples, produced, exceptions);
  if (missing === undefined) return undefined;
  const sent = produced.map(({ data }) => data).join('\n');
  return `frame ${missing} is not among what we send, in order:\n${samples[missing]?.data}\nWe send:\n${sent}`;
}

function asFrame(sent: Frame | RestRequest): Frame {
  return 'data' in sent ? sent : { data: JSON.stringify(sent.body ?? null) };
}

function endpointNamed(dialect: Dialect, name: string): Endpoint {
  const found = dialect.endpoints.find(({ method, path }) => `${method} ${path}` === name);
  const known = dialect.endpoints.map(({ method, path }) => `${method} ${path}`).join(', ');
  return found ?? expect.fail(`there is no endpoint ${name}; there are ${known}`);
}

/** Without a readable file the first test says so; there is nothing to list then. */
function samplesIn(folder: URL): readonly Sample[] {
  try {
    return loadSamples(folder).samples;
  } catch {
    return [];
  }
}
