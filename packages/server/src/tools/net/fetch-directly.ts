/**
 * For addresses of the configuration, which may lie inside and are sent keys: what answers there is what was meant, and
 * where it would send us on to is not its to decide.
 */
export const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
