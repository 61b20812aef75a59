import { stringsIn } from './read-json.ts';

/**
 * One text of a frame, on wires that repeat the whole with whatever is new: says what a later frame has more of it, where
 * the two differ in nothing else. To parse all of it again for a few words costs the more the longer the text is.
 */
export class GrowingText {
  /** Whole: a part of it that is kept keeps all of it alive. */
  #frame: string;
  /** Where it ends in the frame. */
  #end: number;

  private constructor(frame: string, end: number) {
    this.#frame = frame;
    this.#end = end;
  }

  /** undefined where it cannot be told which part of the frame is this text. */
  static find(frame: string, text: string): GrowingText | undefined {
    const ends: number[] = [];
    for (const [from, to] of stringsIn(frame)) {
      if (to - from >= text.length && inside(frame.slice(from, to)) === text) ends.push(to);
    }
    const [end] = ends;
    return end !== undefined && ends.length === 1 ? new GrowingText(frame, end) : undefined;
  }

  /** undefined where the frame is not the one before with more of this text. */
  gain(frame: string): string | undefined {
    const end = frame.length - (this.#frame.length - this.#end);
    if (end < this.#end || frame.slice(end) !== this.#frame.slice(this.#end)) return undefined;
    if (frame.slice(0, this.#end) !== this.#frame.slice(0, this.#end)) return undefined;
    const gained = inside(frame.slice(this.#end, end));
    if (gained === undefined) return undefined;
    this.#frame = frame;
    this.#end = end;
    return gained;
  }
}

/** What stands between the quotes of a JSON string; undefined where that could not stand there. */
function inside(json: string): string | undefined {
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return undefined;
  }
}
