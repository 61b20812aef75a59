import { Audiences } from '../../packages/server/src/log/audiences.ts';
import type { EventLog, Watching } from '../../packages/server/src/log/contract.ts';
import { Stretch } from '../../packages/server/src/log/stretch.ts';

/** Mistakes to be found: each is a log that breaks its contract in one way. */
export const plants = {
  /** Watchers are told what is about to be written, before it is. */
  deliverBeforeCommit(log) {
    const audiences = new Audiences();
    return instead(log, {
      pen(source) {
        const { session, owner, epoch } = source;
        const take = (wordsOnly: boolean) => {
          const batch = source.take(wordsOnly);
          audiences.tell(session, Stretch.ofEvents(batch.expected + 1, batch.events), (cause) => {
            throw cause;
          });
          return batch;
        };
        return log.pen({ session, owner, epoch, take, settled: (outcome) => source.settled(outcome) });
      },
      watch: (session, listener) => audiences.add(session, listener),
    });
  },
  /** Whoever comes is shown the history first and listens a moment later: what happens between is missed. */
  gapBeforeLive(log) {
    return instead(log, {
      watch(session, listener) {
        let watching: Watching | undefined;
        const begin = setTimeout(() => {
          watching = log.watch(session, listener);
        }, 5);
        return {
          patience: (ms) => watching?.patience(ms),
          stop() {
            clearTimeout(begin);
            watching?.stop();
          },
        };
      },
    });
  },
  /** Now and then somebody is not told that there is something new. */
  lostWakeUp(log) {
    let told = 0;
    return instead(log, {
      watch: (session, listener) =>
        log.watch(session, {
          hear(stretch) {
            told += 1;
            if (told % 10 !== 0) listener.hear(stretch);
          },
        }),
    });
  },
} satisfies Record<string, (log: EventLog) => EventLog>;

function instead(log: EventLog, other: Partial<EventLog>): EventLog {
  return {
    pen: (source) => log.pen(source),
    gathered: (events) => log.gathered(events),
    read: (session, after, limit) => log.read(session, after, limit),
    head: (session) => log.head(session),
    watch: (session, listener) => log.watch(session, listener),
    remove: (session) => log.remove(session),
    close: () => log.close(),
    ...other,
  };
}
