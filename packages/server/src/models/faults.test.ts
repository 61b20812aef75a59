import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { fault, faultOf } from './faults.ts';
import { pauseBefore, usualPatience } from './patience.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

function limited(responseHeaders: Record<string, string>) {
  const error = new APICallError({ message: 'm', url: 'u', requestBodyValues: {}, statusCode: 429, responseHeaders });
  return faultOf(error, NOW).waitMs;
}

describe('how long a provider wants to be left alone', () => {
  it('is told in seconds, as a date, or in milliseconds', () => {
    expect(limited({ 'retry-after': '7' })).toBe(7_000);
    expect(limited({ 'retry-after': 'Tue, 01 Jan 2030 00:00:09 GMT' })).toBe(9_000);
    expect(limited({ 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' })).toBe(0);
    expect(limited({ 'retry-after-ms': '250', 'retry-after': '7' })).toBe(250);
    expect(limited({ 'retry-after': 'soon' })).toBeUndefined();
  });
});

describe('a further try', () => {
  it('comes after growing pauses, and not for ever', () => {
    const pauses = [1, 2, 3, 4].map((tried) => pauseBefore(fault('MODEL_CUT', null), tried, usualPatience));
    expect(pauses[0]).toBeGreaterThanOrEqual(500);
    expect(pauses[1]).toBeGreaterThanOrEqual(1_000);
    expect(pauses[2]).toBeGreaterThanOrEqual(2_000);
    expect(pauses[3]).toBeUndefined();
  });

  it('is not made where it cannot help, or would come too late', () => {
    expect(pauseBefore(fault('MODEL_AUTH', null), 1, usualPatience)).toBeUndefined();
    expect(pauseBefore(fault('MODEL_RATE_LIMITED', null, { waitMs: 61_000 }), 1, usualPatience)).toBeUndefined();
    expect(pauseBefore(fault('MODEL_RATE_LIMITED', null, { waitMs: 59_000 }), 1, usualPatience)).toBe(59_000);
  });
});
