import type { Call } from './contract.ts';
import { asJson } from './params.ts';
import { find } from './sessions.ts';

/** Files of a session. They come and go by addresses of their own: see `wire/uploads.ts`. */
export const files: Readonly<Record<string, Call>> = {
  'files.list': async (services, visit, params) => {
    const { id } = await find(services, visit, params);
    const uploads = await services.store.uploads.list(visit.owner, id);
    return asJson(
      uploads.map(({ id: upload, name, size, mediaType }) => ({
        id: upload,
        name,
        size,
        ...(mediaType !== undefined && { mediaType }),
      })),
    );
  },
};
