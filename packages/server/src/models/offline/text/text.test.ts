import { describe, expect, it } from 'vitest';
import { clauses, firstRequest } from './clauses.ts';
import { expressionIn } from './expression.ts';
import { listItems } from './lists.ts';
import { hanNumber, placeIn, withDigits } from './numbers.ts';
import { optionsIn } from './options.ts';
import { pathIn } from './quotes.ts';
import { readSaid } from './said.ts';
import { sentences } from './words.ts';

describe('arithmetic', () => {
  const said: Readonly<Record<string, string>> = {
    'how much is 1,234 + 5,678?': '1234 + 5678',
    'fifteen percent of eighty': '15% * 80',
    'divide 144 by 12': '144 / 12',
    'a 250 jacket with 30% off': '250 * (1 - 30%)',
    三百二十五加四十八: '325 + 48',
    '1000 的百分之十五': '1000 * 15%',
    '2 的 10 次方': '2^10',
    '每本 12.5 元，买 3 本一共多少钱': '3 * 12.5',
    '（12+8）×5＝？': '(12+8)*5',
  };
  for (const [text, expression] of Object.entries(said)) {
    it(`is read in ${text}`, () => expect(expressionIn(text)?.expression).toBe(expression));
  }

  it('is not seen in dates, times and ranges without a question', () => {
    expect(expressionIn('the meeting is on 2024-05-01 at 10:30')).toBeUndefined();
    expect(expressionIn('it takes 3-5 days')).toMatchObject({ isAlone: false, isClear: false });
  });
});

describe('options', () => {
  const said: Readonly<Record<string, readonly string[]>> = {
    'Should I learn Rust or Go for web services?': ['Rust', 'Go'],
    'should I buy a house or rent?': ['buy a house', 'rent'],
    'Compare Postgres and SQLite, then save a summary': ['Postgres', 'SQLite'],
    'Compare three ways to store events and write a short summary file': [],
    '比较猫和狗，然后写一个总结': ['猫', '狗'],
  };
  for (const [text, options] of Object.entries(said)) {
    it(`of ${text}`, () => expect(optionsIn(text)).toEqual(options));
  }
});

describe('the first request', () => {
  const said: Readonly<Record<string, string>> = {
    'a story about a lighthouse keeper, please, and then explain logs': 'a story about a lighthouse keeper, please',
    'a report on dogs and cats; also list their food': 'a report on dogs and cats',
    '写一篇关于长江的文章，然后把它总结成三点': '写一篇关于长江的文章',
    'a poem about “love; then hate”': 'a poem about “love; then hate”',
  };
  for (const [text, first] of Object.entries(said)) {
    it(`of ${text}`, () => expect(firstRequest(text)).toBe(first));
  }
});

describe('numbers in words', () => {
  it('are read in both languages', () => {
    expect(['三百零五', '一万二', '十', '三点一四', '二〇二四'].map(hanNumber)).toEqual([305, 12_000, 10, 3.14, 2024]);
    expect(withDigits('three hundred and twelve')).toBe('312');
  });

  it('say which place is meant, from 0', () => {
    expect(['the second item', '第三项', 'item 4', 'the last one', 'nothing'].map(placeIn)).toEqual([
      1,
      2,
      3,
      -1,
      undefined,
    ]);
  });
});

describe('a message', () => {
  it('is what is asked, what was pasted, and the files that came along', () => {
    expect(readSaid('chart this\na,b\n1x,2\n3x,4\n[file: d.csv (text/csv, 9 bytes)]')).toMatchObject({
      words: 'chart this',
      pasted: 'a,b\n1x,2\n3x,4',
      files: [{ name: 'd.csv', mediaType: 'text/csv' }],
    });
    expect(readSaid('用这些数据画图：月份,销量\n一月,120\n二月,150')).toMatchObject({
      words: '用这些数据画图：',
      pasted: '月份,销量\n一月,120\n二月,150',
    });
    expect(readSaid('time,people\n10: 30,5\n11: 15,7')).toMatchObject({ pasted: 'time,people\n10: 30,5\n11: 15,7' });
    expect(readSaid('运行这段代码\n```js\n1 + 1\n```')).toMatchObject({ language: 'zh', pasted: '1 + 1' });
  });

  it('comes apart at its joints, and nowhere within quotation marks or after a colon', () => {
    const texts = (text: string) => clauses(text).map((clause) => clause.text);
    expect(texts('compute 3*4, then save it to a.txt')).toEqual(['compute 3*4', 'save it to a.txt']);
    expect(texts('查一下审批，然后列清单')).toEqual(['查一下审批', '列清单']);
    expect(texts('save "bread and butter" to a.txt')).toHaveLength(1);
    expect(texts('make a list: bread, butter and milk')).toHaveLength(1);
    expect(clauses('查一下审批，然后列清单')[1]?.isLater).toBe(true);
  });

  it('has lists and names of files in it', () => {
    expect(listItems('牛奶、鸡蛋和面包')).toEqual(['牛奶', '鸡蛋', '面包']);
    expect(listItems('1. a\n2. b')).toEqual(['a', 'b']);
    expect(pathIn('把“你好”保存到问候.txt')).toBe('问候.txt');
    expect(pathIn('see https://example.org/a.txt')).toBeUndefined();
  });
});

describe('sentences', () => {
  it('end at their signs, and not at those within a name or an address', () => {
    expect(sentences('Ask for it with ?cursor=1. Really? Yes!\n带上 arguments?}，再问。什么？好!继续')).toEqual([
      'Ask for it with ?cursor=1.',
      'Really?',
      'Yes!',
      '带上 arguments?}，再问。',
      '什么？',
      '好!',
      '继续',
    ]);
  });
});
