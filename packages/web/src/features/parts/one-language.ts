/** The server tells in both languages, `English. / 中文。`: the reader needs one. */
export function inOneLanguage(message: string, language: string): string {
  const parts = message.split(' / ');
  if (parts.length < 2) return message;
  const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text);
  const wanted = parts.filter((part) => isChinese(part) === (language === 'zh'));
  return wanted.length > 0 ? wanted.join(' / ') : message;
}
