import { BookOpen, Keyboard, Settings, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, type Language, languages } from '../../i18n/index.ts';
import { chooseTheme, chosenTheme, type Theme, themes } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx';

interface SettingsMenuProps {
  readonly onOpen: (what: 'documents' | 'shortcuts' | 'settings') => void;
}

export function SettingsMenu({ onOpen }: SettingsMenuProps) {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button look="quiet" className="w-full justify-start">
          <Settings aria-hidden="true" className="size-4" />
          {t('settings.open')}
        </Button>
      }
    >
      <MenuChoice
        label={t('settings.language')}
        value={currentLanguage()}
        options={Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))}
        onChange={changeLanguage}
      />
      <MenuLine />
      <MenuChoice
        label={t('settings.theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
        onChange={(next) => {
          setTheme(next);
          chooseTheme(next);
        }}
      />
      <MenuLine />
      <MenuItem icon={BookOpen} onSelect={() => setTimeout(() => onOpen('documents'))}>
        {t('settings.documents')}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={() => setTimeout(() => onOpen('shortcuts'))}>
        {t('settings.shortcuts')}
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} onSelect={() => setTimeout(() => onOpen('settings'))}>
        {t('settings.title')}…
      </MenuItem>
    </Menu>
  );
}
