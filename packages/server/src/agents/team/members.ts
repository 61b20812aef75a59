import type { AgentSettings } from '../settings.ts';

export interface Member {
  readonly name: string;
  /** What they do, for the one who plans. */
  readonly about: string;
}

const usual: readonly Member[] = [
  { name: 'researcher', about: 'finds out what documents, files and web pages say / 查找资料' },
  { name: 'analyst', about: 'computes, analyses data, makes charts / 计算与数据分析' },
  { name: 'writer', about: 'writes and edits texts, saves files / 撰写与编辑' },
];

/** Who there is to carry out steps. */
export function membersOf({ team }: AgentSettings): readonly Member[] {
  return [...usual, ...Object.entries(team.members).map(([name, about]) => ({ name, about }))];
}

/** Whoever the plan names; a step for nobody known is the first one's. */
export function memberNamed(members: readonly Member[], name: string | undefined): Member {
  const wanted = name?.trim().toLowerCase() ?? '';
  return members.find((member) => member.name.toLowerCase() === wanted) ?? (members[0] as Member);
}
