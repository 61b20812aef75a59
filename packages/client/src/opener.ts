import type { Command, Frame, RestRequest } from '@polywire/protocol';
import { ASKS, httpUrl, pathOf, socketUrl } from './address.ts';
import type { ConnectOptions } from './contract.ts';
import { ClientError } from './errors.ts';
import type { Link, LinkEvents } from './link/contract.ts';
import { openRequest, postRequest } from './link/request.ts';
import { openSocket } from './link/socket.ts';
import type { Plan } from './plan.ts';
import { platformWebSocket } from './platform.ts';

/** What a connection is opened for. */
export interface Opening {
  readonly session: string | undefined;
  readonly after: string | undefined;
  /** The command that watches, where the wire has one and there is something to watch. */
  readonly attach: Command | undefined;
  /** The command that a request carries, where each has its own. */
  readonly command: Command | undefined;
}

/** Makes connections and the frames that go up on them. */
export class Opener {
  readonly #options: ConnectOptions;
  readonly #plan: Plan;

  constructor(options: ConnectOptions, plan: Plan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** The command in the dialect's words. Throws where it has none. */
  say(command: Command): readonly (Frame | RestRequest)[] {
    const { dialect, endpoint } = this.#plan;
    const { token } = this.#options;
    const known = endpoint.token === 'first-message' && token !== undefined ? { ...command, token } : command;
    const said = dialect.client.encode(known);
    if (said.length > 0) return said;
    const why = dialect.traits.accepts[command.type].note;
    throw new ClientError(
      'UNSUPPORTED',
      `${dialect.title} has no word for ${command.type}${why === undefined ? '' : `: ${why}`}. / ${dialect.title} 无法表达 ${command.type}。`,
    );
  }

  frames(command: Command): readonly Frame[] {
    const said = this.#plan.dialect.client.encode(command).length > 0 ? this.say(command) : [];
    return said.filter((each): each is Frame => 'data' in each);
  }

  open(opening: Opening, events: LinkEvents): Link | undefined {
    const { url, token, headers = {}, webSocket = platformWebSocket, fetch = globalThis.fetch } = this.#options;
    const { endpoint, namesSession, stream } = this.#plan;
    if (endpoint.framing === 'ws') {
      const after = namesSession === 'address' ? opening.after : undefined;
      // The message itself brings the token where a dialect has it there: its own front ends send no other.
      const known = endpoint.token === 'first-message' ? undefined : token;
      const path = pathOf(endpoint.path, opening.session ?? '');
      const address = socketUrl(url, path, { ...ASKS, lang: stream.locale, after });
      return openSocket({ url: address, token: known, headers, open: webSocket }, events);
    }
    const command = opening.attach ?? opening.command;
    const [body] = command ? this.frames(command) : [];
    if (!body) return undefined;
    return openRequest({ ...this.#request, fetch, body }, events);
  }

  /** Sends without reading the answer, for somebody who watches already. */
  async post(frames: readonly Frame[]): Promise<void> {
    const { fetch = globalThis.fetch } = this.#options;
    for (const body of frames) await postRequest({ ...this.#request, fetch, body });
  }

  get #request() {
    const { url, token, headers = {} } = this.#options;
    const { endpoint, stream } = this.#plan;
    const address = httpUrl(url, endpoint.path, { ...ASKS, lang: stream.locale });
    return { url: address, endpoint, token, headers };
  }
}
