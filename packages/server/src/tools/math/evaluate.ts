import { createRequire } from 'node:module';
import type { BigNumber, MathJsInstance, MathNode } from 'mathjs';
import { checkNode, isArithmetic } from './allowed.ts';
import { readable } from './readable.ts';

export interface Computed {
  readonly expression: string;
  readonly result: string;
  /** false where digits were left out. */
  readonly exact: boolean;
  readonly [key: string]: string | boolean;
}

/** Computes an expression of numbers. What could keep the processor busy, or is no arithmetic, is refused. */
export async function evaluate(written: string): Promise<Computed> {
  const { many, few } = loaded();
  const expression = readable(written);
  let node: MathNode;
  try {
    node = few.parse(expression);
  } catch (cause) {
    throw new Error(`This is no expression: ${written}. / 无法识别的表达式：${written}。`, { cause });
  }
  checkNode(node);
  const value = isArithmetic(node) ? (tried(many, expression) ?? computed(few, expression)) : computed(few, expression);
  if (!value?.isFinite()) throw new Error(NO_NUMBER);
  const shown = value.isInteger() ? value : value.toSignificantDigits(SHOWN_DIGITS);
  const exact = shown.eq(value) && isArithmetic(node) && value.precision() < MANY_DIGITS;
  return { expression, result: shown.precision() > MAX_DIGITS ? shown.toExponential() : plain(shown), exact };
}

const SHOWN_DIGITS = 32;
/** Enough for the factorial of 400; trigonometry at that length would take its time. */
const MANY_DIGITS = 1_000;
const FEW_DIGITS = 64;
const MAX_DIGITS = 400;
const NO_NUMBER =
  'The result is no finite number (division by zero, or too large). / 结果不是有限的数（除以零或过大）。';

let engines: { readonly many: MathJsInstance; readonly few: MathJsInstance } | undefined;

/** The library is large: loaded by the first who computes, and from one file, since its modules are a thousand. */
function loaded() {
  if (engines) return engines;
  const library = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as { create(): MathJsInstance };
  const engine = (precision: number) => {
    const math = library.create();
    math.config({ number: 'BigNumber', precision });
    return math;
  };
  engines = { many: engine(MANY_DIGITS), few: engine(FEW_DIGITS) };
  return engines;
}

/** undefined where the result is no plain number. */
function computed(math: MathJsInstance, expression: string): BigNumber | undefined {
  const value: unknown = math.evaluate(expression);
  if (typeof value === 'number' || typeof value === 'bigint') return math.bignumber(String(value));
  return math.isBigNumber(value) ? value : undefined;
}

/** Roots at many digits are beyond the library: it throws. */
function tried(math: MathJsInstance, expression: string): BigNumber | undefined {
  try {
    return computed(math, expression);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** As people write numbers, unless that would be a row of zeros. */
function plain(value: BigNumber): string {
  const { e } = value as BigNumber & { e: number };
  return e > MAX_DIGITS || e < -SHOWN_DIGITS ? value.toExponential() : value.toFixed();
}
