import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { JsonObject } from '@polywire/protocol';

/** A model that sessions can choose, by its name in the configuration. */
export interface Model {
  readonly name: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** Who serves it, for lists that show it. */
  readonly provider?: string;
  /** Whether images may be put before it. */
  readonly canSee: boolean;
  /** Its provider does not fetch them by their addresses. */
  readonly wantsPicturesSent?: boolean;
  /** Its provider wants the field of its thinking in every message that makes calls. */
  readonly wantsThinkingFields?: boolean;
  /** Whether it may send its reasoning along. */
  readonly canThink?: boolean;
  /** How much of a session's history fits into one request. */
  readonly contextTokens: number;
  readonly price?: Price;
  /** More for the provider, in its own words. */
  readonly options?: JsonObject;
  /** How faults are met; the usual way where nothing is given. */
  readonly patience?: Partial<Patience>;
  /** Takes what is secret out of a text that the provider wrote. */
  hide?(text: string): string;
  /** Takes its key out of one answer, part by part: the parts to be heard instead of the one that came. */
  unquoted?(): { hear(part: LanguageModelV3StreamPart): readonly LanguageModelV3StreamPart[] };
  /** Made at its first use: a provider's code is not loaded for a model nobody chose. */
  load(): Promise<LanguageModelV3>;
}

/** In one currency unit a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** How long a model is waited for, and how often it is asked again. */
export interface Patience {
  /** Tries of one request, the first counted. */
  readonly attempts: number;
  /** Before the second try; doubled before each further one. */
  readonly pauseMs: number;
  /** A provider that wants a longer pause than this is given up. */
  readonly longestPauseMs: number;
  /** Without a sign from the provider. */
  readonly silenceMs: number;
}

export interface Models {
  readonly list: readonly Model[];
  /** The default where no name is given. */
  named(name: string | undefined): Model | undefined;
}
