import { useTranslation } from 'react-i18next';

export function SkeletonChat() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')} className="mx-auto w-full max-w-3xl flex-1 space-y-6 px-6 pt-8">
      <div className="skeleton ml-auto h-10 w-2/5" />
      <div className="space-y-2">
        <div className="skeleton h-4 w-11/12" />
        <div className="skeleton h-4 w-4/5" />
        <div className="skeleton h-4 w-3/5" />
      </div>
      <div className="skeleton h-24 w-full" />
    </div>
  );
}
