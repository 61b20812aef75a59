import { Net } from '../../src/tools/net/net.ts';

/** Named among a server's tools it breaks one part of it: that part cannot be closed. */
Net.prototype.close = async () => {
  throw new Error('the net is torn');
};

export { stamp } from './stamp-tool.ts';
