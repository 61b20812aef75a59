// Run by npm after it changed node_modules, so that a developer's own `npm install` is not followed by a second one.
import { stampInstall } from './lib/install.mjs';

stampInstall();
