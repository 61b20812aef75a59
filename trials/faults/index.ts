import type { Trial } from '../contract.ts';
import { approvals } from './approvals/index.ts';
import { clock } from './clock/index.ts';
import { damage } from './damage/index.ts';
import { kills } from './kill/index.ts';
import { neverRead, storm } from './network/crowds.ts';
import { cutBytes, cutEvents } from './network/cuts.ts';
import { links } from './network/links.ts';
import { endlessTool } from './runs/endless-tool.ts';
import { poison } from './runs/poison.ts';
import { sigterm } from './runs/sigterm.ts';
import { silentModel } from './runs/silent-model.ts';
import { stall } from './runs/stall.ts';
import { simulation } from './simulation.ts';
import { audit } from './storage/audit.ts';
import { storage } from './storage/index.ts';
import { ioErrors } from './storage/io-errors.ts';

export const faults: readonly Trial[] = [
  ...kills,
  audit,
  ...[cutBytes, cutEvents, links, storm, neverRead],
  ...[...storage, ioErrors, damage, clock],
  ...[stall, poison, endlessTool, silentModel, ...approvals, sigterm],
  simulation,
];
