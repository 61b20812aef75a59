import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink hover:bg-sunken border-line-strong',
  quiet: 'bg-transparent text-ink-soft hover:bg-sunken hover:text-ink border-transparent',
  danger: 'bg-surface text-danger hover:bg-danger-soft border-danger',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof looks;
}

export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`wrap-normal inline-flex min-h-8 items-center justify-center gap-2 rounded-lg border px-3 py-1 font-medium text-sm transition-colors disabled:opacity-60 ${looks[look]} ${className}`}
      {...rest}
    />
  );
}

const iconLooks = {
  quiet: 'text-ink-soft hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent',
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-ink-faint',
  stop: 'bg-ink text-ground hover:bg-ink-soft',
} as const;

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly look?: keyof typeof iconLooks;
}

/** A picture says it; the label is for those who do not see it, and for the pointer that waits. */
export function IconButton({ label, isPressed, look = 'quiet', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg transition-colors disabled:opacity-60 [&_svg]:size-4.5 ${iconLooks[look]} ${className}`}
      {...rest}
    />
  );
}
