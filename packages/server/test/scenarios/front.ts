import { randomUUID } from 'node:crypto';
import type { NaiveReader, Screen } from '@polywire/conformance';
import type { CommandOf, Dialect, Endpoint, PlanStep, RunEvent } from '@polywire/protocol';
import { RawClient } from '../support/client.ts';
import { nativeApi } from '../support/native.ts';
import { Told } from '../support/talk.ts';

type Reader = { reader(): NaiveReader };

/** Somebody at a dialect's own front end: says things, sees a screen, presses the buttons that it has. */
export class Front {
  readonly #url: string;
  readonly #dialect: Dialect;
  readonly #client: RawClient;
  readonly #reader: Reader;
  readonly #sessionsBefore: ReadonlySet<string>;

  private constructor(url: string, dialect: Dialect, client: RawClient, reader: Reader, before: ReadonlySet<string>) {
    this.#url = url;
    this.#dialect = dialect;
    this.#client = client;
    this.#reader = reader;
    this.#sessionsBefore = before;
  }

  static async open(url: string, dialect: Dialect, endpoint: Endpoint): Promise<Front> {
    const reader = (await import(`../../../conformance/readers/${dialect.name}.ts`)) as Reader;
    const before = new Set(await sessionsOf(url));
    const isOurs = endpoint.session === 'path' || dialect.traits.unknownSession !== 'refuse';
    const session = isOurs ? { session: newName(dialect) } : {};
    return new Front(url, dialect, await RawClient.open(url, { dialect, endpoint, ...session }), reader, before);
  }

  say(text: string): Promise<void> {
    return this.#client.send({ type: 'message.send', text });
  }

  /** The screen once it is as wanted. */
  async sees(wanted: (screen: Screen) => boolean): Promise<Screen> {
    let screen: Screen | undefined;
    await this.#client.until(({ frames, isClosed }) => {
      const naive = this.#reader.reader();
      for (const { data } of frames) naive.push(data);
      if (isClosed) naive.close();
      screen = naive.screen();
      return frames.length > 0 && wanted(screen);
    });
    return screen as Screen;
  }

  get screen(): Screen {
    const naive = this.#reader.reader();
    for (const { data } of this.#client.frames) naive.push(data);
    if (this.#client.isClosed) naive.close();
    return naive.screen();
  }

  /** Answers the question that is open, in this front end's way. */
  async decide(decision: 'approve' | 'reject'): Promise<void> {
    const asked = this.#client.drafts.filter((draft) => draft.type === 'input.requested').at(-1);
    const answer = {
      type: 'input.answer',
      decision,
      ...(asked?.callId !== undefined && { callId: asked.callId }),
    } as const;
    if (this.#dialect.traits.answers.approval === 'native') return this.#client.send(answer);
    return this.say(decision === 'approve' ? 'yes' : 'no');
  }

  /** Puts another plan in place of the one that is proposed and accepts it: by the page's own editor, or in words. */
  async editPlan(steps: readonly PlanStep[], words: string): Promise<'edited' | 'asked'> {
    const answer: CommandOf<'input.answer'> = { type: 'input.answer', decision: 'approve', steps: [...steps] };
    if (this.#dialect.traits.answers.plan === 'native' && this.#client.canSay(answer)) {
      await this.#client.send(answer);
      return 'edited';
    }
    await this.say(words);
    return 'asked';
  }

  /** Presses a button; false where this front end has none. */
  async press(button: 'pause' | 'resume' | 'stop'): Promise<boolean> {
    const started = this.#client.drafts.filter((draft) => draft.type === 'run.started').at(-1);
    const command = { type: `run.${button}`, ...(started?.ref !== undefined && { runId: started.ref }) } as const;
    if (!this.#client.canSay(command)) return false;
    await this.#client.send(command);
    return true;
  }

  /** What really happened, up to an event or to the end of the run. */
  async truth(until?: (event: RunEvent) => boolean): Promise<Told> {
    await this.#client.until(({ drafts }) => drafts.length > 0);
    const api = nativeApi(this.#url);
    const session = (await sessionsOf(this.#url)).find((id) => !this.#sessionsBefore.has(id));
    const { body } = await api.call<{ runs: { id: string }[] }>(`GET /v1/sessions/${session}/runs`);
    return new Told(await api.runEvents(body.runs.at(-1)?.id ?? '', until));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function sessionsOf(url: string): Promise<string[]> {
  const { body } = await nativeApi(url).call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=200');
  return body.sessions.map(({ id }) => id);
}

let names = 5_000;
function newName({ traits }: Dialect): string {
  names += 1;
  return traits.sessionIds === 'integer' ? String(names) : randomUUID();
}
