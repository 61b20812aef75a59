import { DropdownMenu } from 'radix-ui';
import { type ComponentType, type ReactElement, type ReactNode, useId } from 'react';

interface MenuProps {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
}

/**
 * It stays where it was opened, so that readers find it there. Not modal: locking the page's scroll would need a style
 * element, which the content policy forbids.
 */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-44 rounded-xl border border-line bg-surface p-1 shadow-float"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const item =
  'flex min-h-8 w-full cursor-pointer select-none items-center gap-2 rounded-lg px-2.5 py-1 text-sm outline-none data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0';

export function MenuItem({
  icon: Icon,
  onSelect,
  children,
  isDangerous = false,
}: {
  readonly icon?: ComponentType;
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly isDangerous?: boolean;
}) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={`${item} ${isDangerous ? 'text-danger' : 'text-ink'}`}>
      {Icon && <Icon />}
      {children}
    </DropdownMenu.Item>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly note?: string }[];
  readonly onChange: (value: T) => void;
}

export function MenuChoice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)} aria-label={label}>
      <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-ink-faint text-xs">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          aria-label={option.label}
          {...(option.note !== undefined && { 'aria-describedby': `${id}${option.value}` })}
          className={item}
        >
          <span className="flex w-4 justify-center">
            <DropdownMenu.ItemIndicator>
              <span className="block size-2 rounded-full bg-accent" />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className="min-w-0">
            {option.label}
            {option.note !== undefined && (
              <span id={`${id}${option.value}`} className="block text-ink-soft text-xs">
                {option.note}
              </span>
            )}
          </span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
