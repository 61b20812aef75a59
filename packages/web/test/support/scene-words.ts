import type { SceneName } from './scenes.ts';

/** What is said in the scenes, as people of each language would say it. */
export interface SceneWords {
  /** The message that brings a scene about. */
  readonly asked: Readonly<Record<SceneName, string>>;
  readonly reasoning: string;
  readonly half: string;
  readonly query: string;
  readonly hits: readonly string[];
  readonly printed: string;
  readonly refused: string;
  readonly beforeApproval: string;
  readonly afterApproval: string;
  readonly file: string;
  readonly fileContent: string;
  readonly question: string;
  readonly task: string;
  readonly summary: string;
  readonly steps: { title: string; details?: string; agent?: string }[];
  readonly listTitle: string;
  readonly items: { id: string; text: string; status: 'pending' | 'in_progress' | 'completed' }[];
  readonly rich: string;
  readonly beforeChart: string;
  readonly chartTitle: string;
  readonly months: string[];
  readonly shops: readonly string[];
  readonly ownImage: string;
  readonly farImage: string;
  readonly softError: string;
  readonly nodes: readonly { readonly name: string; readonly text: string }[];
  readonly candidates: string[];
  readonly deeper: string[];
  readonly last: string[];
  readonly backtrack: string;
  readonly thoughts: readonly string[];
  readonly edited: string;
  readonly words: string;
}

const en: SceneWords = {
  asked: {
    thinking: 'Which of our two shops should stay open longer in summer?',
    reasoning: 'How did the two shops do this spring?',
    streaming: 'Compare the two shops, please.',
    tools: 'Look up the prices of the others and add up our sales.',
    approval: 'Write the comparison into a file.',
    question: 'Order new price tags.',
    plan: 'Prepare the summer opening of the north shop.',
    rich: 'Explain growth to me, with a formula, a table and a bit of code.',
    chart: 'Draw the sales of both shops from January to June.',
    image: 'Show me the new sign and a photo of the shop.',
    failure: 'Summarise the week.',
    warning: 'Summarise the week from all sources.',
    thoughts: 'Where should the third shop be? Weigh it up.',
  },
  reasoning:
    'The table has six months for two shops. The north shop began lower, so **growth** says more than the sum.\n\nFirst the sums, then the growth from January to June, then what it means for the hours.',
  half: 'Both shops grew this spring. The **south shop** sold more in every month but June; the north shop grew faster:\n\n- south: from 120 to 240, twice as much\n- north: from 90 to 220, almost two and a half times\n\nWith longer evenings the north shop',
  query: 'price of oat milk, 1 l',
  hits: ['Green corner: 1.95', 'Mill market: 2.10', 'Old town grocer: 2.25'],
  printed: 'reading sales.csv …\n1,204 rows\n',
  refused: 'The page is not open to visitors.',
  beforeApproval: 'The comparison is ready. I would like to keep it where you can find it.',
  afterApproval: 'It is in the file now.',
  file: 'reports/shops-in-spring.md',
  fileContent: '# Shops in spring\n\nSouth: 1090. North: 955.',
  question: 'How many price tags do you need, and by which day?',
  task: 'Summer opening of the north shop',
  summary: 'Four steps, about two days. Nothing is ordered before you have seen the sum.',
  steps: [
    { title: 'Collect last year’s opening hours', details: 'From the calendar and the till.', agent: 'researcher' },
    { title: 'Compare sales by hour of the day', agent: 'analyst' },
    { title: 'Propose new hours', details: 'Two variants, with the cost of each.' },
    { title: 'Write the notice for the door' },
  ],
  listTitle: 'To prepare',
  items: [
    { id: '1', text: 'Find the calendar of last summer', status: 'completed' },
    { id: '2', text: 'Add up the evening sales', status: 'in_progress' },
    { id: '3', text: 'Ask who can work in the evening', status: 'pending' },
  ],
  rich: [
    '## Growth in one line',
    'Growth compares **what is** with *what was*:',
    '$$ g = \\frac{x_1 - x_0}{x_0} $$',
    'With $x_0 = 120$ and $x_1 = 180$ it is $g = 0.5$, or 50 %.',
    '| month | sales | growth |\n| --- | ---: | ---: |\n| January | 120 | – |\n| February | 180 | 50 % |\n| March | 150 | −17 % |',
    '```ts\n/** How much more, as a share of what was. */\nexport function growth(before: number, after: number): number {\n  return (after - before) / before;\n}\n```',
    '1. Take the newer number.\n2. Subtract the older one.\n3. Divide by the older one, as in `growth(120, 180)`.',
    '> A fall after a rise of the same share does not lead back to where it began.',
  ].join('\n\n'),
  beforeChart: 'Here are both shops. Drag the bar below to look at a few months only.',
  chartTitle: 'Sales by month',
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  shops: ['South', 'North'],
  ownImage: 'The new sign',
  farImage: 'The shop in the morning',
  softError: 'One source did not answer. The rest is complete.',
  nodes: [
    { name: 'gather', text: 'Three places are to let: by the station, at the market, near the school.' },
    { name: 'weigh', text: 'The station has the most people, the school the least rent.' },
    { name: 'decide', text: 'The market is the best of both.' },
  ],
  candidates: [
    'By the station: many people, high rent',
    'At the market: a good middle',
    'Near the school: low rent, quiet',
  ],
  deeper: ['The kiosk in the hall', 'The corner across the street'],
  last: ['The corner with the terrace'],
  backtrack: 'both are let already',
  thoughts: ['What is known about rents', 'The north of the town', 'The south of the town', 'Both together'],
  edited: 'Compare the two shops by month, please.',
  words: 'shop',
};

const zh: SceneWords = {
  asked: {
    thinking: '夏天两家店里哪家应该延长营业时间？',
    reasoning: '今年春天两家店的情况怎么样？',
    streaming: '请比较一下两家店。',
    tools: '查一下别家的价格，再把我们的销售额加总。',
    approval: '把比较结果写进文件。',
    question: '订一批新的价格标签。',
    plan: '为北店准备夏季开业。',
    rich: '给我讲讲增长率，要有公式、表格和一小段代码。',
    chart: '画出两家店一月到六月的销售额。',
    image: '给我看看新招牌和店面照片。',
    failure: '总结一下这一周。',
    warning: '根据所有来源总结这一周。',
    thoughts: '第三家店开在哪里好？请权衡一下。',
  },
  reasoning:
    '表里有两家店六个月的数据。北店起点较低，所以**增长率**比总额更能说明问题。\n\n先算总额，再算一月到六月的增长，最后看对营业时间意味着什么。',
  half: '今年春天两家店都在增长。除六月外，**南店**每个月都卖得更多；北店增长更快：\n\n- 南店：从 120 到 240，翻了一番\n- 北店：从 90 到 220，接近两倍半\n\n傍晚变长以后，北店',
  query: '燕麦奶 1 升 价格',
  hits: ['绿角超市：15.8 元', '磨坊集市：16.9 元', '老城杂货：17.5 元'],
  printed: '正在读取 sales.csv……\n共 1204 行\n',
  refused: '该网页不对访客开放。',
  beforeApproval: '比较已经完成，我想把它存到您方便找到的地方。',
  afterApproval: '已经写入文件。',
  file: 'reports/春季门店.md',
  fileContent: '# 春季门店\n\n南店：1090。北店：955。',
  question: '需要多少张价格标签？最晚哪天要？',
  task: '北店夏季开业',
  summary: '共四步，约两天。在您看过总价之前不会下单。',
  steps: [
    { title: '收集去年的营业时间', details: '来自日历和收银机。', agent: 'researcher' },
    { title: '按时段比较销售额', agent: 'analyst' },
    { title: '提出新的营业时间', details: '两个方案，并列出各自的成本。' },
    { title: '写好门口的告示' },
  ],
  listTitle: '准备事项',
  items: [
    { id: '1', text: '找到去年夏天的日历', status: 'completed' },
    { id: '2', text: '加总傍晚的销售额', status: 'in_progress' },
    { id: '3', text: '问问谁可以上晚班', status: 'pending' },
  ],
  rich: [
    '## 一句话说清增长率',
    '增长率比较**现在**与*过去*：',
    '$$ g = \\frac{x_1 - x_0}{x_0} $$',
    '当 $x_0 = 120$、$x_1 = 180$ 时，$g = 0.5$，即 50%。',
    '| 月份 | 销售额 | 增长率 |\n| --- | ---: | ---: |\n| 一月 | 120 | – |\n| 二月 | 180 | 50% |\n| 三月 | 150 | −17% |',
    '```ts\n/** 相对于过去增加了多少。 */\nexport function growth(before: number, after: number): number {\n  return (after - before) / before;\n}\n```',
    '1. 取较新的数。\n2. 减去较旧的数。\n3. 再除以较旧的数，例如 `growth(120, 180)`。',
    '> 先涨后跌同样的比例，并不会回到原点。',
  ].join('\n\n'),
  beforeChart: '这是两家店的情况。拖动下方滑块可以只看其中几个月。',
  chartTitle: '每月销售额',
  months: ['一月', '二月', '三月', '四月', '五月', '六月'],
  shops: ['南店', '北店'],
  ownImage: '新招牌',
  farImage: '清晨的店面',
  softError: '有一个来源没有回应，其余内容完整。',
  nodes: [
    { name: '收集', text: '有三处可租：车站旁、集市里、学校附近。' },
    { name: '权衡', text: '车站人最多，学校租金最低。' },
    { name: '决定', text: '集市兼顾两者。' },
  ],
  candidates: ['车站旁：人多，租金高', '集市里：折中之选', '学校附近：租金低，较安静'],
  deeper: ['大厅里的售货亭', '街对面的转角'],
  last: ['带露台的转角'],
  backtrack: '两处都已租出',
  thoughts: ['关于租金的已知信息', '城北', '城南', '合在一起'],
  edited: '请按月比较两家店。',
  words: '两家店',
};

export const sceneWords = { en, zh } as const;
