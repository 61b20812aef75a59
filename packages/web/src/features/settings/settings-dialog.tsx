import { isJsonObject, type JsonObject } from '@polywire/protocol';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aboutServer } from '../../lib/api.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { remember, remembered } from '../../lib/storage.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface SettingsDialogProps {
  readonly onClose: () => void;
  readonly showsImages: boolean;
  readonly onShowImages: (shows: boolean) => void;
}

export function SettingsDialog({ onClose, showsImages, onShowImages }: SettingsDialogProps) {
  const { t } = useTranslation();
  const [notifies, setNotifies] = useState(remembered('notify') === 'yes');
  const [isDenied, setDenied] = useState(false);
  const [server, setServer] = useState<JsonObject>();
  useEffect(() => {
    aboutServer().then(setServer, (error: unknown) => console.debug('the server does not tell about itself', error));
  }, []);
  const askToNotify = async (wants: boolean) => {
    const isAllowed = wants && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    setDenied(wants && !isAllowed);
    setNotifies(isAllowed);
    remember('notify', isAllowed ? 'yes' : 'no');
  };
  return (
    <Dialog title={t('settings.title')} onClose={onClose} width="wide">
      <section className="space-y-2">
        <h3 className="font-medium">{t('settings.general')}</h3>
        <Check label={t('settings.notify')} isOn={notifies} onChange={(wants) => void askToNotify(wants)} />
        {isDenied && <p className="text-danger text-sm">{t('settings.notifyDenied')}</p>}
        <Check label={t('settings.images')} isOn={showsImages} onChange={onShowImages} />
      </section>
      <section className="mt-6">
        <h3 className="font-medium">{t('settings.server')}</h3>
        <p className="mb-3 text-ink-soft text-sm">{t('settings.serverChosen')}</p>
        <Facts title={t('settings.upstreams')} facts={upstreamsIn(server)} none={t('settings.noUpstreams')} />
        <Facts title={t('settings.limits')} facts={limitsIn(server, t)} none={t('settings.noLimits')} />
      </section>
    </Dialog>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="flex items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}

type Fact = readonly [name: string, value: string];

function Facts({
  title,
  facts,
  none,
}: {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly none: string;
}) {
  return (
    <div className="mb-4">
      <h4 className="mb-1 text-ink-soft text-sm">{title}</h4>
      {facts.length === 0 ? (
        <p className="text-sm">{none}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function upstreamsIn(server: JsonObject | undefined): readonly Fact[] {
  const list = Array.isArray(server?.upstreams) ? server.upstreams : [];
  return list.filter(isJsonObject).map(({ name, dialect }) => [String(name), String(dialect)]);
}

function limitsIn(server: JsonObject | undefined, t: TFunction): readonly Fact[] {
  const limits = isJsonObject(server?.limits) ? server.limits : {};
  return Object.entries(limits).flatMap(([key, limit]): Fact[] => {
    if (typeof limit !== 'number') return [];
    const name = t(`settings.limitNames.${key}`, { defaultValue: key });
    if (limit === 0) return [[name, t('settings.unlimited')]];
    return [[name, key.endsWith('Ms') ? formatDuration(limit) : formatNumber(limit)]];
  });
}
