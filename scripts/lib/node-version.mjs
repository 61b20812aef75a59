import { Failure } from './failure.mjs';
import { say } from './messages.mjs';

const NEED = '20.19';

/** @param {string} [have] */
export function checkNode(have = process.versions.node) {
  const [major = 0, minor = 0] = have.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = NEED.split('.').map(Number);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Failure(say.nodeTooOld(have, NEED));
}
