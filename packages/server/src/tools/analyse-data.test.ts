import type { Draft, JsonObject } from '@polywire/protocol';
import { describe, expect, it, vi } from 'vitest';
import { analyseData } from './analyse-data.ts';
import { OWNER, sessionUnderTest } from './testing.ts';

// A process of its own takes its time to begin on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const cities = ['北京', '上海', '广州'];
/** Numbers that nobody wrote down: the test computes what the tool must find. */
const sales = Array.from({ length: 60 }, (_, i) => ({
  city: cities[(i * 7) % 3] as string,
  month: `2024-${String((i % 12) + 1).padStart(2, '0')}-01`,
  amount: Math.round(((i * 7919) % 1000) * 13.7) / 10,
  units: (i * 31) % 17,
}));
const csv = ['city,month,amount,units', ...sales.map((row) => Object.values(row).join(','))].join('\n');

function sumBy(key: 'city' | 'month', value: 'amount' | 'units'): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of sales) sums.set(row[key], (sums.get(row[key]) ?? 0) + row[value]);
  return sums;
}

async function underTest() {
  const session = await sessionUnderTest();
  const tool = analyseData(session);
  const chart = () =>
    session.emitted.filter((draft): draft is Draft & { type: 'chart' } => draft.type === 'chart').at(-1);
  async function upload(name: string, content: string | Buffer) {
    async function* bytes() {
      yield Buffer.from(content as string);
    }
    await session.store.uploads.add(OWNER, session.session, { name, mediaType: 'text/csv' }, bytes());
  }
  return { ...session, tool, upload, chart };
}

interface Option {
  title: { text: string };
  xAxis: { data: string[] };
  series: { type: string; name: string; data: number[] }[];
}
const optionOf = (draft: { options: JsonObject[] } | undefined) => draft?.options[0] as unknown as Option;

describe('a table', () => {
  it('that was uploaded becomes a chart of its real numbers, kept under its id', async () => {
    const { tool, use, upload, chart, store } = await underTest();
    await upload('sales.csv', csv);
    const result = (await use(tool, {
      source: 'sales.csv',
      chart: { type: 'bar', x: 'city', y: 'amount' },
    })) as JsonObject;
    const drawn = optionOf(chart());
    expect(drawn.series).toMatchObject([{ type: 'bar', name: 'amount' }]);
    const wanted = sumBy('city', 'amount');
    expect(drawn.xAxis.data).toEqual([...wanted.keys()]);
    for (const [i, sum] of [...wanted.values()].entries()) expect(drawn.series[0]?.data[i]).toBeCloseTo(sum, 6);
    expect(result).toMatchObject({ analyse_id: chart()?.analysisId, rowCount: 60, charts: 1, source: 'sales.csv' });
    const kept = await store.analyses.get(OWNER, Number(result.analyse_id));
    expect(kept?.options).toEqual(chart()?.options);
    const amount = (result.statistics as JsonObject[]).find(({ column }) => column === 'amount');
    const total = sales.reduce((sum, row) => sum + row.amount, 0);
    expect(amount?.sum).toBeCloseTo(total, 6);
    expect(amount?.avg).toBeCloseTo(total / 60, 6);
    expect(amount).toMatchObject({ count: 60, max: Math.max(...sales.map((row) => row.amount)) });
  });

  it('that was pasted is drawn by itself, and other numbers draw another chart', async () => {
    const { tool, use, chart } = await underTest();
    await use(tool, { source: 'pasted', data: '月份,销售额\n1月,100\n2月,250.5' }, { locale: 'zh' });
    expect(optionOf(chart())).toMatchObject({
      title: { text: '各月份的销售额' },
      xAxis: { data: ['1月', '2月'] },
      series: [{ data: [100, 250.5] }],
    });
    await use(tool, { data: '| 月份 | 销售额 |\n|---|---|\n| 1月 | 7 |\n| 2月 | 8 |' });
    expect(optionOf(chart()).series[0]?.data).toEqual([7, 8]);
  });

  it('is ordered by time, and counted where it has no numbers', async () => {
    const { tool, use, chart } = await underTest();
    await use(tool, { data: csv, chart: { x: 'month', y: ['units', 'amount'], title: 'T' } });
    const drawn = optionOf(chart());
    const wanted = sumBy('month', 'units');
    expect(drawn.xAxis.data).toEqual([...wanted.keys()].sort());
    expect(drawn.series[0]).toMatchObject({ type: 'line', data: [...wanted].sort().map(([, sum]) => sum) });
    expect(drawn.title.text).toBe('T');
    await use(tool, { data: 'who,what\nada,x\nbob,y\nada,z' });
    expect(optionOf(chart())).toMatchObject({
      xAxis: { data: ['ada', 'bob'] },
      series: [{ name: 'count', data: [2, 1] }],
    });
    await use(tool, { data: csv, chart: { type: 'pie', x: 'city', y: 'units' } });
    expect(chart()?.options[0]).toMatchObject({
      series: [{ type: 'pie', data: [...sumBy('city', 'units')].map(([name, value]) => ({ name, value })) }],
    });
    await use(tool, { data: 'a,b\n1,2\n3,5', chart: { type: 'scatter', x: 'a', y: 'b' } });
    expect(chart()?.options[0]).toMatchObject({
      series: [
        {
          data: [
            [1, 2],
            [3, 5],
          ],
        },
      ],
    });
  });

  it('is asked in SQL, by its name too, and then by code', async () => {
    const { tool, use, upload, chart } = await underTest();
    await upload('sales.csv', csv);
    const sql = 'SELECT city, sum(amount) AS total FROM sales GROUP BY city ORDER BY total DESC;';
    const asked = (await use(tool, { source: 'sales.csv', sql })) as JsonObject;
    const wanted = [...sumBy('city', 'amount')].sort((a, b) => b[1] - a[1]);
    expect(asked.rows).toMatchObject(wanted.map(([city, total]) => ({ city, total: expect.closeTo(total, 6) })));
    const coded = (await use(tool, {
      sql: "SELECT * FROM 'sales.csv'",
      code: `const total = rows.reduce((sum, row) => sum + row.amount, 0);
        return { total, charts: [{ title: { text: 'x', link: 'https://evil' }, series: [{ type: 'bar', data: [total], symbol: 'image://https://evil' }], tooltip: { formatter: '<img src=x>' } }] }`,
    })) as JsonObject;
    const total = sales.reduce((sum, row) => sum + row.amount, 0);
    expect((coded.result as JsonObject).total).toBeCloseTo(total, 6);
    expect(chart()?.options).toMatchObject([{ series: [{ data: [expect.closeTo(total, 6)] }] }]);
    expect(JSON.stringify(chart()?.options)).not.toMatch(/evil|<img/);
  });

  it('in another encoding or with another separator is read', async () => {
    const { tool, use, upload, chart } = await underTest();
    const gbk = Buffer.concat([
      Buffer.from('c4e3bac3', 'hex'),
      Buffer.from(';n\n'),
      Buffer.from('c4e3', 'hex'),
      Buffer.from(';3\n'),
    ]);
    await upload('gbk.csv', gbk);
    await use(tool, {});
    expect(optionOf(chart())).toMatchObject({
      xAxis: { data: ['你'], name: '你好' },
      series: [{ name: 'n', data: [3] }],
    });
  });
});

const small = 'city,month,n\nx,1月,2';

describe('what cannot be', () => {
  it.each([
    [{ source: 'nothing.csv' }, 'no file'],
    [{}, 'no table'],
    [{ data: small, chart: { x: 'nowhere' } }, 'no column nowhere'],
    [{ data: small, chart: { x: 'month', y: 'city' } }, 'no numbers'],
    [{ data: small, sql: 'SELEC' }, 'syntax'],
    [{ data: small, sql: "SELECT * FROM read_csv('/etc/passwd')" }, 'disabled'],
    [{ data: small, sql: "SELECT * FROM read_text('/etc/hostname')" }, 'disabled'],
    [{ data: small, sql: "SELECT 1; COPY data TO 'polywire-out.csv'" }, 'disabled'],
    [{ data: small, sql: 'SELECT 1; SET enable_external_access = true' }, 'locked'],
    [{ data: small, sql: 'SELECT 1; INSTALL httpfs' }, 'disabled'],
    [{ data: small, sql: "SELECT 1; ATTACH 'polywire-out.db'" }, 'disabled'],
    [{ data: small, code: 'for (;;) {}' }, '5 s'],
  ])('%j is refused', async (args, message) => {
    const { tool, use, emitted } = await underTest();
    await expect(use(tool, args)).rejects.toThrow(message);
    expect(emitted).toEqual([]);
  });

  it('is ended: SQL that never comes to an end, or wants all memory', async () => {
    const { tool, use } = await underTest();
    const signal = AbortSignal.timeout(4_000);
    const endless = 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t';
    await expect(use(tool, { data: small, sql: endless }, { signal })).rejects.toThrow('aborted');
    const huge = "SELECT string_agg(repeat('x', 100000), '') FROM range(100000)";
    await expect(use(tool, { data: small, sql: huge })).rejects.toThrow(/^[^\n]*Memory[^\n]*$/);
  });
});
