import type { Client } from '@modelcontextprotocol/client';
import { confidentialIn } from '../../observe/confidential.ts';
import { Secrets } from '../../observe/secrets.ts';
import { traceParentOf } from '../../observe/trace-id.ts';
import type { Store } from '../../store/contract.ts';
import { version } from '../../version.ts';
import type { Tool } from '../contract.ts';
import type { McpServer } from '../settings.ts';
import { type Call, toolsOf } from './tools-of.ts';
import { transportTo } from './transport.ts';

export interface ConnectionParts {
  readonly store: Store;
  /** The server has these tools now. */
  onTools(tools: readonly Tool[]): void;
  report(error: unknown): void;
}

/** A server of the Model Context Protocol. When it is gone it is called again: by the next call, or after a while. */
export class McpConnection {
  readonly #name: string;
  readonly #settings: McpServer;
  readonly #parts: ConnectionParts;
  #client: Promise<Client> | undefined;
  /** The same from its first moment: whoever closes does not wait until it is connected. */
  #latest: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(name: string, settings: McpServer, parts: ConnectionParts) {
    this.#name = name;
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Resolves when it is connected or has failed: a broken server stops nobody else. */
  async start(): Promise<void> {
    try {
      await this.#connected();
    } catch (cause) {
      if (this.#isClosed) return;
      const { message } = cause as Error;
      this.#parts.report(new Error(`MCP server ${this.#name} cannot be used: ${message}`, { cause }));
      this.#retry = setTimeout(() => void this.start(), RETRY_MS).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#latest?.close();
    await this.#client?.catch(() => undefined);
  }

  #connected(): Promise<Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const { Client } = await import('@modelcontextprotocol/client');
    const client = new Client({ name: 'polywire', version });
    client.onclose = () => {
      this.#client = undefined;
    };
    this.#latest = client;
    try {
      const transport = await transportTo(this.#settings);
      if (this.#isClosed) throw new Error('closed');
      await client.connect(transport, { timeout: CONNECT_MS });
      const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS });
      const { store } = this.#parts;
      const secrets = new Secrets(
        confidentialIn('url' in this.#settings ? this.#settings.headers : this.#settings.env),
      );
      const parts = { store, call: this.#call, approval: this.#settings.approval, secrets };
      this.#parts.onTools(toolsOf(this.#name, tools, parts));
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  readonly #call: Call = async (name, args, { signal, output, traceId }) => {
    const client = await this.#connected();
    const onprogress = ({ message }: { message?: string | undefined }) => {
      if (message !== undefined) output(`${message}\n`);
    };
    return client.callTool(
      { name, arguments: args, _meta: { traceparent: traceParentOf(traceId) } },
      { signal, timeout: CALL_MS, onprogress },
    );
  };
}

const CONNECT_MS = 10_000;
/** The run's own limit is shorter as a rule. */
const CALL_MS = 10 * 60_000;
const RETRY_MS = 60_000;
