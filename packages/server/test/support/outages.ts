import { join } from 'node:path';
import type { RefusalCode, Text } from '@polywire/protocol';
import Database from 'better-sqlite3';
import type { ConfigFile } from '../../src/index.ts';
import { nativeApi } from './native.ts';
import type { TestServer } from './server.ts';

/** A time in which nothing can be stored. */
export interface Outage {
  readonly name: string;
  readonly config: ConfigFile;
  /** How a message is refused meanwhile. */
  readonly status: number;
  readonly code: RefusalCode;
  readonly says: Text;
  /** Brings it near, so that it begins at once. */
  prepare(server: TestServer): Promise<Prepared>;
}

export interface Prepared {
  begin(): Promise<void>;
  end(): Promise<void>;
}

export const outages: readonly Outage[] = [
  {
    name: 'there is no room',
    config: { maxDataMb: 8 },
    status: 507,
    code: 'STORAGE_FULL',
    says: { en: 'There is no room left to store this', zh: '存储空间已满，无法保存' },
    async prepare({ url }) {
      const { call, newSession } = nativeApi(url);
      const hoard = await newSession();
      const fill = async (chars: number) => {
        while ((await call(`POST /v1/sessions/${hoard}/runs`, { input: 'y'.repeat(chars) })).status < 300);
      };
      await fill(400_000);
      return {
        begin: () => fill(20_000),
        async end() {
          const { status } = await call(`DELETE /v1/sessions/${hoard}`);
          if (status !== 204) throw new Error(`the hoard stays: ${status}`);
        },
      };
    },
  },
  {
    name: 'another program holds the database',
    config: {},
    status: 503,
    code: 'UNAVAILABLE',
    says: { en: 'Another program is holding the database', zh: '数据库正被其他程序占用' },
    async prepare({ data }) {
      const other = new Database(join(data, 'polywire.db'));
      return {
        async begin() {
          other.exec('BEGIN IMMEDIATE');
        },
        async end() {
          other.close();
        },
      };
    },
  },
];
