import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { en } from './en.ts';

/** How an agent, a member of a team or a node is called here. */
export function nameIn(t: TFunction, name: string): string {
  return isKnown(name) ? t(`names.${name}`) : name;
}

export function useName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => nameIn(t, name);
}

function isKnown(name: string): name is keyof typeof en.names {
  return Object.hasOwn(en.names, name);
}
