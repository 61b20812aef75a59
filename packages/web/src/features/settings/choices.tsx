import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useName } from '../../i18n/use-name.ts';
import { api } from '../../lib/api.ts';
import { Menu, MenuChoice, MenuLine } from '../../ui/menu.tsx';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const policies = ['destructive', 'always', 'never'] as const;
type Policy = (typeof policies)[number];

/** What a session's runs use; '' is the server's own choice. */
export interface Chosen {
  readonly agent: string;
  readonly model: string;
  readonly policy: Policy;
}

/** How long it is waited before the server is asked again. */
const AGAIN_MS = 3_000;

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly onChange: (change: Partial<Chosen>) => void;
}

export function Choices({ chosen, onChange }: ChoicesProps) {
  const { t, i18n } = useTranslation();
  const called = useName();
  const [agents, setAgents] = useState<readonly Choice[]>([]);
  const [models, setModels] = useState<readonly Choice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server names them in the page's language
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const ask = async () => {
      try {
        const [known, usable] = await Promise.all([api.agents({ signal }), api.models({ signal })]);
        setAgents(known);
        setModels(usable);
      } catch (error) {
        if (signal.aborted) return;
        console.debug('what can be chosen is not known yet', error);
        timer = setTimeout(ask, AGAIN_MS);
      }
    };
    void ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [i18n.language]);
  const nameOf = (list: readonly Choice[], id: string) => list.find((each) => each.id === id)?.name ?? id;
  const shown = [
    chosen.agent === '' ? t('choose.defaultAgent') : called(nameOf(agents, chosen.agent)),
    ...(chosen.model === '' ? [] : [nameOf(models, chosen.model)]),
  ];
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`${t('choose.session')}: ${shown.join(', ')}`}
          className="flex min-h-8 min-w-0 items-center gap-2 rounded-lg px-2 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
        >
          <SlidersHorizontal aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{shown.join(' · ')}</span>
        </button>
      }
    >
      <div className="scroll-thin max-h-[min(38rem,75dvh)] overflow-y-auto">
        <MenuChoice
          label={t('choose.agent')}
          value={chosen.agent}
          options={[
            { value: '', label: t('choose.defaultAgent') },
            ...agents.map((agent) => agentOption(agent, called)),
          ]}
          onChange={(agent) => onChange({ agent })}
        />
        <MenuLine />
        <MenuChoice
          label={t('choose.model')}
          value={chosen.model}
          options={[{ value: '', label: t('choose.defaultModel') }, ...models.map(option)]}
          onChange={(model) => onChange({ model })}
        />
        <MenuLine />
        <MenuChoice
          label={t('choose.policy')}
          value={chosen.policy}
          options={policies.map((value) => ({ value, label: t(`choose.policies.${value}`) }))}
          onChange={(policy) => onChange({ policy })}
        />
      </div>
    </Menu>
  );
}

/** By its words first, and by the name that commands and configurations use. */
function agentOption({ id, name, description }: Choice, called: (name: string) => string) {
  const label = called(name);
  const note = [...(label === id ? [] : [id]), ...(description === undefined ? [] : [description])].join(' · ');
  return { value: id, label, ...(note !== '' && { note }) };
}

function option({ id, name, description }: Choice) {
  return { value: id, label: name, ...(description !== undefined && { note: description }) };
}
