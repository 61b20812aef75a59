import { currentLanguage } from '../i18n/index.ts';

const locale = () => (currentLanguage() === 'zh' ? 'zh-CN' : 'en');

/** 0.4 s, 12 s, 3 min 5 s. */
export function formatDuration(ms: number): string {
  const [second, minute] = currentLanguage() === 'zh' ? ['秒', '分'] : ['s', 'min'];
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} ${second}`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} ${second}`;
  return `${Math.floor(seconds / 60)} ${minute} ${seconds % 60} ${second}`;
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

export function formatCost(cost: number): string {
  return `$${cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2)}`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at);
}

export function formatDate(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
