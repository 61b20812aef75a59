import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createApi } from './api.ts';
import { connect } from './connect.ts';
import type { ConnectOptions, Conversation, ConversationView } from './contract.ts';
import { ClientError } from './errors.ts';
import type { HttpOptions } from './http.ts';
import { type ListedSessions, SessionList } from './session-list.ts';
import { emptyView } from './store.ts';

export interface UsedConversation {
  readonly view: ConversationView;
  readonly conversation: Conversation;
}

/**
 * A conversation for as long as the component is there. Another server, dialect or session makes another one; of the
 * other options those count that were there at its beginning.
 */
export function useConversation(options: ConnectOptions): UsedConversation {
  const latest = useRef(options);
  latest.current = options;
  const { url, dialect, endpoint, token, session, locale } = options;
  const key = JSON.stringify([url, dialect.name, endpoint, token, session, locale]);
  const [held, hold] = useState(() => ({ key, lazy: new Lazy(options) }));
  const current = held.key === key ? held : { key, lazy: new Lazy(options) };
  if (current !== held) hold(current);
  const { lazy } = current;

  // In StrictMode a component comes, goes and comes again: the conversation is begun by coming, and again after going.
  useEffect(() => {
    lazy.enter(latest.current);
    return () => lazy.leave();
  }, [lazy]);
  const view = useSyncExternalStore(lazy.subscribe, lazy.getState, lazy.getState);
  return { view, conversation: lazy.conversation };
}

/** Connects when somebody is there, and not while a component is only being rendered. */
class Lazy {
  readonly conversation: Conversation;
  readonly #listeners = new Set<() => void>();
  #current: Conversation | undefined;
  #last: ConversationView;
  #stop: () => void = () => undefined;

  constructor(options: ConnectOptions) {
    this.#last = { ...emptyView, session: options.session };
    const now = (): Conversation => {
      if (!this.#current) throw new ClientError('CLOSED', 'The component is not there. / 组件尚未挂载或已卸载。');
      return this.#current;
    };
    this.conversation = {
      getState: () => this.getState(),
      subscribe: (listener) => this.subscribe(listener),
      [Symbol.asyncIterator]: () => now()[Symbol.asyncIterator](),
      get ready() {
        return now().ready;
      },
      send: async (...given) => now().send(...given),
      answer: async (...given) => now().answer(...given),
      pause: async (...given) => now().pause(...given),
      resume: async (...given) => now().resume(...given),
      stop: async (...given) => now().stop(...given),
      toggleTodo: async (...given) => now().toggleTodo(...given),
      editPlan: async (...given) => now().editPlan(...given),
      rewind: async (...given) => now().rewind(...given),
      setVisible: (visible) => this.#current?.setVisible(visible),
      close: () => this.leave(),
    };
  }

  enter(options: ConnectOptions): void {
    const { session } = this.#last;
    // Whoever comes back wants the session it had.
    this.#current = connect({ ...options, ...(session !== undefined && { session }) });
    this.#stop = this.#current.subscribe(() => this.#tell());
    this.#tell();
  }

  leave(): void {
    if (!this.#current) return;
    const { session } = this.#current.getState();
    this.#stop();
    this.#current.close();
    this.#last = { ...this.#current.getState(), session };
    this.#current = undefined;
    this.#tell();
  }

  readonly getState = (): ConversationView => this.#current?.getState() ?? this.#last;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

export interface UsedSessions
  extends ListedSessions,
    Pick<SessionList, 'refresh' | 'loadMore' | 'create' | 'rename' | 'remove'> {}

/** The sessions of a Polywire server, last changed first; `text` are words of the title. */
export function useSessions(options: HttpOptions & { readonly text?: string }): UsedSessions {
  const { url, token, fetch, text } = options;
  // Headers are often written anew for each rendering: the same ones make no other list.
  const sent = JSON.stringify(options.headers ?? {});
  const list = useMemo(() => {
    const headers = JSON.parse(sent) as Record<string, string>;
    return new SessionList(createApi({ url, token, headers, fetch }), text);
  }, [url, token, sent, fetch, text]);
  useEffect(() => {
    void list.refresh();
    return () => list.leave();
  }, [list]);
  const listed = useSyncExternalStore(list.subscribe, list.getState, list.getState);
  const { refresh, loadMore, create, rename, remove } = list;
  return { ...listed, refresh, loadMore, create, rename, remove };
}
