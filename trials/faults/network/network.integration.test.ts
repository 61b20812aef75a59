import { testTrials } from '../../lib/test-trials.ts';
import { neverRead, storm } from './crowds.ts';
import { cutBytes, cutEvents } from './cuts.ts';
import { links } from './links.ts';

testTrials([cutBytes, cutEvents, links, storm, neverRead]);
