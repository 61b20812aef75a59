import { useTranslation } from 'react-i18next';

/** The owner of a server that has only one. */
const ALONE = 'local';

/** How somebody who did something is called here. */
export function useWho(): (by: string) => string {
  const { t } = useTranslation();
  return (by) => (by === ALONE ? t('ask.you') : by);
}
