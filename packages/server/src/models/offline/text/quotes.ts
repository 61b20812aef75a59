const QUOTED =
  /"([^"\n]+)"|“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》|`([^`\n]+)`|(?<![\w])'([^'\n]+)'(?![\w])/gu;

/** What stands in quotation marks, in order. */
export function quoted(text: string): string[] {
  return [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '');
}

export function firstUrl(text: string): string | undefined {
  return /https?:\/\/[^\s<>"'“”，。；）)\]]+[^\s<>"'“”，。；）)\].,;:!?]/i.exec(text)?.[0];
}

const EXTENSIONS =
  'txt|md|markdown|csv|tsv|json|ya?ml|xml|html?|pdf|js|ts|py|log|ini|toml|sql|svg|png|jpe?g|gif|webp|xlsx?|docx?|sh|css|env';
const LATIN_PATH = new RegExp(
  `(?<![\\w.~-])(?:[\\w.~-]{1,60}[/\\\\]){0,8}[\\w~-][\\w.~-]{0,60}?\\.(?:${EXTENSIONS})(?![\\w])`,
  'i',
);
const HAN_PATH = new RegExp(`[\\p{Script=Han}\\w~-]{1,60}\\.(?:${EXTENSIONS})(?![\\w])`, 'giu');
/** What may stand directly before a name in a Chinese sentence. */
const BEFORE_NAME =
  /^.*(?:保存到|保存为|保存成|另存为|写入到|写入|写到|存到|存为|存成|存入|名为|命名为|叫做|叫|文件|读取|读一下|打开|查看|看看|看一下|删除|删掉|移除|分析|总结|概括|显示|[把将到为成入进读看])(?=.)/u;

/** Files are named where something is asked: patterns with open ends must not read a book. */
const MOST_READ = 1_000;

/** The name of a file, where one is named. */
export function pathIn(whole: string): string | undefined {
  const text = whole.slice(0, MOST_READ);
  const named = quoted(text).find((each) => new RegExp(`\\.(?:${EXTENSIONS})$`, 'i').test(each));
  if (named !== undefined) return named;
  const han = text.match(HAN_PATH)?.find((name) => /\p{Script=Han}/u.test(name));
  if (han !== undefined) {
    const name = han.replace(BEFORE_NAME, '');
    return name.startsWith('.') ? han : name;
  }
  return LATIN_PATH.exec(text.replace(/https?:\/\/\S+/gi, ' '))?.[0];
}
