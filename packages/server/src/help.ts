/** What `--help` prints. */
export const help = {
  en: `Polywire: one agent server for every agent UI.

  npm start -- [options]
  npx polywire serve [options]

  --port N             port (10338)
  --host H             address to listen on (127.0.0.1); others need a token
  --listen HOST:PORT   a further address; may be repeated
  --data DIR           where everything is kept (.polywire)
  --token T            the token that clients must bring
  --allow-origin URL   a web page's origin that may connect; may be repeated
  --public-url URL     what the server is called outside, behind a proxy
  --ui DIR             serve this front end in place of the built-in page
  --model P:M          the default model, as provider:model or by its name
  --config FILE        a configuration file (polywire.config.json or .ts)
  --help               this text

  Each also as an environment variable: POLYWIRE_PORT, POLYWIRE_TOKEN, …
  POLYWIRE_BASE_URL says where the default model is served.
  POLYWIRE_LOG sets how much is logged: debug, info, warn, error, silent.
`,
  zh: `Polywire：一个智能体服务器，适配所有智能体界面。

  npm start -- [选项]
  npx polywire serve [选项]

  --port N             端口（10338）
  --host H             监听地址（127.0.0.1）；其他地址需要令牌
  --listen HOST:PORT   额外的监听地址，可重复
  --data DIR           数据目录（.polywire）
  --token T            客户端必须携带的令牌
  --allow-origin URL   允许连接的网页来源，可重复
  --public-url URL     位于代理之后时的对外地址
  --ui DIR             以该目录中的前端代替内置页面
  --model P:M          默认模型：provider:model，或配置中的名称
  --config FILE        配置文件（polywire.config.json 或 .ts）
  --help               显示本说明

  以上均可用环境变量：POLYWIRE_PORT、POLYWIRE_TOKEN 等
  POLYWIRE_BASE_URL 指定默认模型的服务地址
  POLYWIRE_LOG 设置日志级别：debug、info、warn、error、silent
`,
} as const;
