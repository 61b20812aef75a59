import { readFileSync } from 'node:fs';
import { codeIn } from '../../has-code.ts';

/** Memory that a process has now; 0 where the system does not tell, or the process is gone. */
export function residentBytes(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch (error) {
    if (codeIn(error) !== '') return 0;
    throw error;
  }
}

const PAGE_BYTES = 4096;
