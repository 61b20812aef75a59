import type { WebSocket } from 'ws';

/** One who was asked whether it lives, and has not been heard since. */
export interface Peer extends WebSocket {
  isSilent?: boolean;
}

export function ask(peer: Peer): void {
  peer.isSilent = true;
  // It may have been heard without an answer: nobody needs to listen for that twice.
  peer.off('pong', heard);
  peer.once('pong', heard);
  peer.ping();
}

/** Between the bytes of a frame nobody can answer: that more of them come is answer enough. */
export function heard(this: Peer): void {
  this.isSilent = false;
}
