// Every sentence the scripts say, in both languages.

/** @param {NodeJS.ProcessEnv} env */
export function chooseLanguage(env) {
  const wanted = env.POLYWIRE_LANG || env.LC_ALL || env.LANG || '';
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const en = {
  nodeTooOld: (/** @type {string} */ have, /** @type {string} */ need) =>
    `Polywire needs Node ${need} or newer, and this is Node ${have}: install a newer one from https://nodejs.org.`,
  installing: 'Installing dependencies…',
  installed: (/** @type {string} */ seconds) => `Dependencies installed in ${seconds} s.`,
  compiling: 'Setting up SQLite (a minute or more where it has to be compiled)…',
  compiled: 'SQLite is ready.',
  installFailed: (/** @type {number} */ code) =>
    `The dependencies could not be installed: npm ended with code ${code}.`,
  installHint: 'npm says why above. Check the network and that package-lock.json is unchanged, then try again.',
  building: 'Building the web page…',
  built: (/** @type {string} */ seconds) => `Web page built in ${seconds} s.`,
  buildFailed: (/** @type {number} */ code) => `The web page could not be built: Vite ended with code ${code}.`,
  buildHint: 'Vite says why above.',
  browserInstalling: 'Installing Chromium and a Chinese font for the browser tests…',
  browserInstalled: (/** @type {string} */ seconds) => `Chromium installed in ${seconds} s.`,
  browserMissing:
    'No Chromium was found: install chromium (and a Chinese font such as fonts-wqy-microhei), or name it in CHROMIUM, or set POLYWIRE_SKIP_BROWSER=1.',
  browserNotThere: (/** @type {string} */ path) => `CHROMIUM names ${path}, which is not there.`,
  browserInstallFailed: 'Chromium could not be installed with apt-get.',
  seconds: (/** @type {number} */ seconds) => `${seconds} s`,
  step: (/** @type {string} */ name) => `── ${name}`,
  stepPassed: (/** @type {string} */ name, /** @type {string} */ seconds) => `✓ ${name} (${seconds} s)`,
  stepFailed: (/** @type {string} */ name, /** @type {string} */ seconds) => `✗ ${name} (${seconds} s)`,
  stepOverBudget: (/** @type {string} */ name, /** @type {number} */ minutes) =>
    `! ${name} took longer than its ${minutes} min: give it less to do, or move the long form to npm run test:long.`,
  stepSkipped: (/** @type {string} */ name, /** @type {string} */ why) => `- ${name}: skipped, ${why}`,
  noReport: (/** @type {string} */ name) => `The ${name} tests ended without a report; counted as one failure.`,
  noTests: 'No test ran.',
  unknownStep: (/** @type {string} */ name, /** @type {string} */ known) =>
    `There is no step named ${name}; there are ${known}.`,
};

/** @type {typeof en} */
const zh = {
  nodeTooOld: (have, need) =>
    `Polywire 需要 Node ${need} 或更高版本，当前是 Node ${have}：请从 https://nodejs.org 安装新版本。`,
  installing: '正在安装依赖…',
  installed: (seconds) => `依赖已安装，用时 ${seconds} 秒。`,
  compiling: '正在准备 SQLite（需要编译时约一分钟或更久）…',
  compiled: 'SQLite 已就绪。',
  installFailed: (code) => `依赖安装失败：npm 以代码 ${code} 退出。`,
  installHint: '原因见上方 npm 的输出。请检查网络，并确认 package-lock.json 未被改动，然后重试。',
  building: '正在构建网页…',
  built: (seconds) => `网页已构建，用时 ${seconds} 秒。`,
  buildFailed: (code) => `网页构建失败：Vite 以代码 ${code} 退出。`,
  buildHint: '原因见上方 Vite 的输出。',
  browserInstalling: '正在安装浏览器测试所需的 Chromium 和中文字体…',
  browserInstalled: (seconds) => `Chromium 已安装，用时 ${seconds} 秒。`,
  browserMissing:
    '没有找到 Chromium：请安装 chromium（以及中文字体，例如 fonts-wqy-microhei），或用 CHROMIUM 指定路径，或设置 POLYWIRE_SKIP_BROWSER=1。',
  browserNotThere: (path) => `CHROMIUM 指向的 ${path} 不存在。`,
  browserInstallFailed: '无法用 apt-get 安装 Chromium。',
  seconds: (seconds) => `${seconds} 秒`,
  step: (name) => `── ${name}`,
  stepPassed: (name, seconds) => `✓ ${name}（${seconds} 秒）`,
  stepFailed: (name, seconds) => `✗ ${name}（${seconds} 秒）`,
  stepOverBudget: (name, minutes) =>
    `! ${name} 超出了 ${minutes} 分钟的预算：请减少内容，或将耗时部分移到 npm run test:long。`,
  stepSkipped: (name, why) => `- ${name}：已跳过，${why}`,
  noReport: (name) => `${name} 测试没有留下报告，计为一次失败。`,
  noTests: '没有运行任何测试。',
  unknownStep: (name, known) => `没有名为 ${name} 的步骤；可用的有 ${known}。`,
};

export const say = { en, zh }[chooseLanguage(process.env)];
