import { z } from 'zod';
import { providers } from './providers.ts';

const positive = z.number().positive();

/** One named model of the configuration. Keys are never in it: only the name of the variable that has one. */
export const modelSettings = z.strictObject({
  provider: z.enum(Object.keys(providers) as [string, ...string[]]),
  model: z.string().min(1),
  baseUrl: z.url().optional(),
  /** The variable with the key, where it is not the provider's usual one. */
  keyVariable: z.string().optional(),
  title: z.union([z.string(), z.object({ en: z.string(), zh: z.string() })]).optional(),
  canSee: z.boolean().optional(),
  canThink: z.boolean().optional(),
  contextTokens: positive.optional(),
  /** A million tokens, in whatever currency you count. */
  price: z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() }).optional(),
  /** Handed to the provider with every request, such as a temperature. */
  options: z.record(z.string(), z.json()).optional(),
  patience: z
    .object({ attempts: z.number().int().positive(), pauseMs: positive, longestPauseMs: positive, silenceMs: positive })
    .partial()
    .optional(),
});
export type ModelSettings = z.output<typeof modelSettings>;

export const offlineSettings = z.strictObject({
  /** How many characters it writes a second; 0 writes at once. */
  charsPerSecond: z.number().nonnegative().default(240),
});
export type OfflineSettings = z.output<typeof offlineSettings>;

/** The part of the configuration that is about models. */
export const modelConfig = {
  /** The default: a name of `models`, or `provider:model`; the built-in one where nothing is said. */
  model: z.string().optional(),
  /** For a default that is given as `provider:model`. */
  baseUrl: z.url().optional(),
  models: z.record(z.string().min(1), modelSettings).default({}),
  /** Of the built-in model. */
  offline: offlineSettings.prefault({}),
};
export type ModelsConfig = z.output<z.ZodObject<typeof modelConfig>>;
