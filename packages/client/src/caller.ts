import type { CommandOf, Json, RestRequest } from '@polywire/protocol';
import type { ConnectOptions } from './contract.ts';
import { request } from './http.ts';

/** Requests beside the stream. */
export class Caller {
  readonly #options: ConnectOptions;

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  send(rest: RestRequest, signal?: AbortSignal): Promise<Json> {
    return request(this.#options, rest, signal);
  }

  /** The outcome's value; undefined where the dialect has no address for it. */
  async call(command: CommandOf<'call'>, signal?: AbortSignal): Promise<Json | undefined> {
    const { client } = this.#options.dialect;
    const [rest] = client.encode(command);
    if (!rest || 'data' in rest) return undefined;
    const body = await this.send(rest, signal);
    return client.readAnswer ? client.readAnswer(command, body) : body;
  }
}
