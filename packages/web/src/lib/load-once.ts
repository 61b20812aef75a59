export interface Loader<T> {
  (): Promise<T>;
  /** What is there already. */
  now(): T | undefined;
}

/** Loads when it is first asked for. One that failed is forgotten, so that the next who asks tries again. */
export function loadOnce<T>(load: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const get = async () => {
    try {
      loaded = await load();
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return Object.assign(
    () => {
      loading ??= get();
      return loading;
    },
    { now: () => loaded },
  );
}
