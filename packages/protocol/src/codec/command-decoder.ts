import type { z } from 'zod';
import type { Command } from '../commands.ts';
import type { Decoded, Decoder, Frame, Issue } from '../dialect.ts';
import type { JsonObject } from '../json.ts';
import { firstIssue } from './draft-decoder.ts';
import { readJsonObject } from './read-json.ts';

/** Where a dialect's server side puts the commands it read. */
export interface CommandSink {
  add(command: Command): void;
  unknown(detail: string): void;
  invalid(detail: string): void;
  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined;
}

export interface CommandReader {
  /** Where frames may be larger than elsewhere. */
  readonly maxChars?: number;
  read(message: JsonObject, out: CommandSink): void;
  /** The dialect's own reaction to what it cannot take; nothing where it keeps silent. */
  complain?(issue: Issue, message: JsonObject | undefined): readonly Frame[];
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
      const replies = reader.complain?.(out.issue, parsed.ok ? parsed.object : undefined) ?? [];
      return { values: [], issue: out.issue, ...(replies.length > 0 && { replies }) };
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

class Collector implements CommandSink {
  readonly values: Command[] = [];
  issue: Issue | undefined;

  add(command: Command): void {
    this.values.push(command);
  }

  unknown(detail: string): void {
    this.issue ??= { reason: 'unknown', detail };
  }

  invalid(detail: string): void {
    this.issue ??= { reason: 'invalid', detail };
  }

  check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    this.invalid(firstIssue(result.error));
    return undefined;
  }
}
