/**
 * How the server's Node is started. Almost all that a stream makes is dead a moment later: with room enough for the
 * young, most of it is never moved by a collection of garbage.
 */
export const nodeFlags = ['--max-semi-space-size=64'];
