import type { Command, Endpoint, Frame, RestRequest } from '@polywire/protocol';
import { ASKS, httpUrl, pathOf, socketUrl } from './address.ts';
import type { ConnectOptions } from './contract.ts';
import { ClientError } from './errors.ts';
import type { Link, LinkEvents } from './link/contract.ts';
import { openRequest, postRequest, type RequestOptions } from './link/request.ts';
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
    const said = dialect.client.encode(known).filter((each) => !('data' in each) || this.#canCarry(command, each));
    if (said.length > 0) return said;
    const why = dialect.traits.accepts[command.type].note;
    const [en, zh] = why ? [`: ${why.en}`, `：${why.zh}`] : ['', ''];
    throw new ClientError(
      'UNSUPPORTED',
      `${dialect.title} has no word for ${command.type}${en}. / ${dialect.title} 无法表达 ${command.type}${zh}。`,
    );
  }

  frames(command: Command): readonly Frame[] {
    const said = this.#plan.dialect.client.encode(command).length > 0 ? this.say(command) : [];
    return said.filter((each): each is Frame => 'data' in each);
  }

  open(opening: Opening, events: LinkEvents): Link | undefined {
    const { url, token, headers = {}, webSocket = platformWebSocket } = this.#options;
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
    const request = command && this.#request(command, opening);
    return request && openRequest(request, events);
  }

  /** Sends without reading the answer, for somebody who watches already. */
  async post(command: Command, opening: Opening): Promise<void> {
    const request = this.#request(command, opening);
    if (request) await postRequest(request);
  }

  #request(command: Command, { session, after }: Opening): RequestOptions | undefined {
    const [frame] = this.frames(command);
    const endpoint = frame && this.#addressFor(command, frame);
    if (!frame || !endpoint) return undefined;
    const { url, token, headers = {}, fetch = globalThis.fetch } = this.#options;
    const asksAfter = endpoint.method === 'GET' ? { after } : {};
    const query = { ...ASKS, lang: this.#plan.stream.locale, ...asksAfter };
    const address = httpUrl(url, pathOf(endpoint.path, session ?? ''), query);
    const body = endpoint.method === 'GET' ? {} : { body: frame };
    return { url: address, endpoint, token, headers, fetch, ...body };
  }

  #canCarry(command: Command, frame: Frame): boolean {
    return this.#plan.endpoint.framing === 'ws' || this.#addressFor(command, frame) !== undefined;
  }

  /** By HTTP each kind of request has its address: the one that would understand it. */
  #addressFor({ type }: Command, { data }: Frame): Endpoint | undefined {
    const { dialect, endpoint } = this.#plan;
    const body = JSON.parse(data) as unknown;
    const takes = ({ read }: Endpoint) =>
      read?.({ params: {}, query: {}, body }).values.some((value) => value.type === type);
    if (takes(endpoint)) return endpoint;
    const isWatching = type === 'attach';
    return dialect.endpoints.find(
      (each) => (isWatching ? isLike(each, endpoint) : each.does === 'call') && takes(each),
    );
  }
}

/** Shows what the other does, and takes nothing. */
function isLike({ does, framing, session }: Endpoint, other: Endpoint): boolean {
  return does === 'attach' && framing === other.framing && session === 'path';
}
