import type * as z from 'zod';
import type { Command, CommandType } from '../../commands.ts';
import type { RestRequest } from '../../dialect.ts';
import type { Json, JsonObject } from '../../json.ts';

/** One address: what it takes, the command that this is, and what it gives. */
export interface Route {
  readonly method: RestRequest['method'];
  readonly path: string;
  /** ndjson: one line for each item of the answer. multipart: takes a form with files. file: gives one. */
  readonly framing?: 'json' | 'ndjson' | 'multipart' | 'file';
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodRecord<z.ZodString, z.ZodType>;
  /** `given` holds the path's parameters, the query and the body, each checked. */
  command(given: Given): Command;
  readonly answer?: z.ZodType;
  /** The body, where it is not the outcome's value itself. */
  wrap?(value: Json): Json;
  readonly status?: number;
}

export interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  readonly body: JsonObject;
}

export function call(what: string, params: Readonly<Record<string, Json | undefined>>): Command {
  return { type: 'call', what, params: present(params) as JsonObject };
}

export function command(fields: Readonly<Record<string, Json | undefined>> & { type: CommandType }): Command {
  return present(fields) as Command;
}

function present(fields: Readonly<Record<string, Json | undefined>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
