import type { LanguageModelV3 } from '@ai-sdk/provider';

/** A model that sessions can choose, by its name in the configuration. */
export interface Model {
  readonly name: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** Whether images may be put before it. */
  readonly canSee: boolean;
  /** How much of a session's history fits into one request. */
  readonly contextTokens: number;
  readonly price?: Price;
  /** Made at its first use: a provider's code is not loaded for a model nobody chose. */
  load(): Promise<LanguageModelV3>;
}

/** In one currency unit a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface Models {
  readonly list: readonly Model[];
  /** The default where no name is given. */
  named(name: string | undefined): Model | undefined;
}
