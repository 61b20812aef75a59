import type { z } from 'zod';
import type { Command } from '../commands.ts';
import type { Decoded, Decoder, Frame, Issue } from '../dialect.ts';
import type { Fault } from '../faults.ts';
import * as faults from '../faults.ts';
import type { JsonObject } from '../json.ts';
import { Findings } from './findings.ts';
import { readJsonObject } from './read-json.ts';

/** Where a dialect's server side puts the commands it read. */
export interface CommandSink {
  add(command: Command): void;
  unknown(detail: Fault): void;
  invalid(detail: Fault): void;
  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined;
}

export interface CommandReader {
  /** Where frames may be larger than elsewhere. */
  readonly maxChars?: number;
  read(message: JsonObject, out: CommandSink): void;
  /** The dialect's own reaction to what it cannot take; nothing where it keeps silent. */
  complain?(issue: Issue, message: JsonObject | undefined): readonly Frame[];
  /** The session that a message names, however broken it is otherwise; nothing for what is no message. */
  sessionOf?(message: JsonObject): string | undefined;
}

/** Commands are read one frame at a time and hold no state, so one decoder serves all connections. */
export function commandDecoder(reader: CommandReader): () => Decoder<Command> {
  const decoder: Decoder<Command> = {
    push(frame: Frame): Decoded<Command> {
      const parsed = readJsonObject(frame.data, {
        strict: true,
        ...(reader.maxChars !== undefined && { maxChars: reader.maxChars }),
      });
      const out = new Collector();
      if (parsed.ok) reader.read(parsed.object, out);
      else out.invalid(parsed.detail);
      if (!out.issue) return { values: out.values };
      const message = parsed.ok ? parsed.object : undefined;
      const replies = reader.complain?.(out.issue, message) ?? [];
      const session = message && reader.sessionOf?.(message);
      return {
        values: [],
        issue: out.issue,
        ...(replies.length > 0 && { replies }),
        ...(session && { session }),
      };
    },
    end: () => ({ values: [] }),
  };
  return () => decoder;
}

/** The same for the body of an HTTP request, whose JSON the wire layer has parsed. */
export function readCommand(read: (out: CommandSink) => void): Decoded<Command> {
  const out = new Collector();
  read(out);
  return out.issue ? { values: [], issue: out.issue } : { values: out.values };
}

class Collector extends Findings implements CommandSink {
  readonly values: Command[] = [];

  add(command: Command): void {
    if (isBlank(command)) this.invalid(faults.blank);
    else this.values.push(command);
  }

  unknown(detail: Fault): void {
    this.note('unknown', detail);
  }
}

/** Nobody could answer it. */
function isBlank(command: Command): boolean {
  return command.type === 'message.send' && command.text.trim() === '' && !command.files?.length;
}
