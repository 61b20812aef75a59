import { randomUUID } from 'node:crypto';
import { StoreError } from '../errors.ts';

export function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}

export function isSafeId(id: string): boolean {
  return /^[A-Za-z0-9_~][A-Za-z0-9_~-]{0,127}$/.test(id);
}

/** Ids of sessions and uploads are names of folders and files: nothing but what is safe there, in any file system. */
export function checkId(id: string): string {
  if (isSafeId(id)) return id;
  throw new StoreError('INVALID', {
    en: 'An id has 1 to 128 letters, digits, hyphens and underscores.',
    zh: 'id 由 1 到 128 个字母、数字、连字符或下划线组成。',
  });
}
