import type { Json } from '@polywire/protocol';
import type { ApprovalPolicy } from '../tools/contract.ts';

/** When the user wants to be asked: the first that says something clear. What is unclear asks as usual. */
export function policyOf(...said: readonly (Json | undefined)[]): ApprovalPolicy {
  const first = said.find((each) => typeof each === 'string');
  return first === 'never' || first === 'always' ? first : 'destructive';
}
