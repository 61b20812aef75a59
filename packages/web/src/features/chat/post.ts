import { api, uploads, wordsOf } from '../../lib/api.ts';
import { loadDialects } from '../../lib/dialects.ts';
import { kept, NEW_PLACE } from '../../lib/kept.ts';
import { goInstead, parseRoute } from '../../lib/route.ts';
import { Attachments } from '../composer/attachments.ts';
import { clients } from '../connection/connection.ts';
import { AHEAD, type Ahead, chosenOf } from './chosen.ts';
import { Outbox } from './outbox.ts';

/** The page's own. */
export const outbox = new Outbox({
  kept,
  wordsOf,
  create() {
    const { agent, model, policy } = chosenOf(undefined, kept.get<Ahead>(NEW_PLACE, AHEAD));
    return api.sessions.create({ policy, ...(agent !== '' && { agent }), ...(model !== '' && { model }) });
  },
  made(session) {
    // Whoever went elsewhere meanwhile stays there.
    if (parseRoute(location.hash).session === undefined) goInstead({ session });
  },
  hold: async (session) => clients.hold(session, (await loadDialects()).ownDialect),
});

export const attachments = new Attachments({
  kept,
  wordsOf,
  needSession: (place) => outbox.needSession(place),
  async upload(session, file, onProgress) {
    const [stored] = await uploads.upload(session, [file], { onProgress });
    return stored;
  },
});
