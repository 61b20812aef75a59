import type { DocumentInfo } from '@polywire/protocol/calls';

/** Documents of one name, in the order they came: the second is called “name (2)”, or what is free after that. */
export function toldApart(documents: readonly DocumentInfo[]): readonly DocumentInfo[] {
  const count = new Map<string, number>();
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, title } of [...documents].sort((a, b) => a.created - b.created)) {
    const wanted = title || id;
    let nth = count.get(wanted) ?? 1;
    let name = nth === 1 ? wanted : `${wanted} (${nth})`;
    while (taken.has(name)) {
      nth += 1;
      name = `${wanted} (${nth})`;
    }
    count.set(wanted, nth);
    taken.add(name);
    names.set(id, name);
  }
  return documents.map((each) => ({ ...each, title: names.get(each.id) ?? each.title }));
}
