import { currentLanguage } from '../i18n/index.ts';

const locale = () => (currentLanguage() === 'zh' ? 'zh-CN' : 'en');

const units = { en: ['h', 'min', 's', 'ms'], zh: ['小时', '分钟', '秒', '毫秒'] } as const;

/** 40 ms, 1.4 s, 12 s, 3 min 5 s, 1 h. */
export function formatDuration(ms: number): string {
  const [hour, minute, second, milli] = units[currentLanguage()];
  if (ms < 950) return `${Math.max(1, Math.round(ms))} ${milli}`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} ${second}`;
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), hour],
    [Math.floor(seconds / 60) % 60, minute],
    [seconds % 60, second],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

/** What goes on is told in whole seconds, from the first one on: it is looked at once a second. */
export function formatElapsed(ms: number): string {
  return ms < 1_000 ? '' : formatDuration(Math.floor(ms / 1000) * 1000).replace('.0', '');
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** A number alone: only who set the prices knows the currency. */
export function formatCost(cost: number): string {
  return cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2);
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Of today the time is enough. */
export function formatMoment(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(at) : formatDate(at);
}

export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
