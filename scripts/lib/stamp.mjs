import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'test', 'coverage', 'artifacts']);

/**
 * A hash of texts, files and whole folders of sources, in the order given.
 *
 * @param {{ texts?: string[], paths: string[] }} parts
 */
export function hashOf({ texts = [], paths }) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  for (const path of paths) addPath(hash, path);
  return hash.digest('hex');
}

/**
 * @param {string} stampFile
 * @param {string} value
 */
export function isStamped(stampFile, value) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === value;
}

/**
 * @param {string} stampFile
 * @param {string} value
 */
export function writeStamp(stampFile, value) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, value);
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addPath(hash, path) {
  if (!existsSync(path)) {
    hash.update('absent\0');
    return;
  }
  hash.update(`${path}\0`);
  const entries = listing(path);
  if (entries === undefined) {
    hash.update(readFileSync(path));
    return;
  }
  for (const name of entries) addPath(hash, join(path, name));
}

/**
 * @param {string} path
 * @returns {string[] | undefined} undefined for a file
 */
function listing(path) {
  try {
    return readdirSync(path)
      .filter((name) => !NOT_SOURCES.has(name))
      .sort();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
