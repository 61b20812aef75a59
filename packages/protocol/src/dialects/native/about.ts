import type { About } from '../../dialect.ts';

export const about: About = {
  'ws GET /v1/sessions/{session}/events': {
    en: 'The events of a session, and commands to it',
    zh: '会话的事件，并可发送命令',
  },
  'sse GET /v1/sessions/{session}/events': {
    en: 'The events of a session; `id` is the cursor',
    zh: '会话的事件；`id` 为游标',
  },
  'ndjson GET /v1/sessions/{session}/events': {
    en: 'The events of a session, one in each line',
    zh: '会话的事件，每行一个',
  },
  'ws GET /v1/runs/{run}/events': { en: 'The events of one run, to its end', zh: '一次运行的事件，直至结束' },
  'sse GET /v1/runs/{run}/events': {
    en: 'The events of one run, to its end; `id` is the cursor',
    zh: '一次运行的事件，直至结束；`id` 为游标',
  },
  'ndjson GET /v1/runs/{run}/events': {
    en: 'The events of one run, to its end, one in each line',
    zh: '一次运行的事件，直至结束，每行一个',
  },
  'json GET /v1/sessions': {
    en: 'Sessions, last changed first; `q`: words of the title; `next` leads to the next page as `after`',
    zh: '会话列表，最近更新的在前；`q` 按标题中的词筛选；将 `next` 作为 `after` 可取下一页',
  },
  'json POST /v1/sessions': { en: 'A new session', zh: '新建会话' },
  'json GET /v1/sessions/{session}': { en: 'One session', zh: '单个会话' },
  'json PATCH /v1/sessions/{session}': {
    en: 'Changes the fields that are given; `settings` are merged, null takes a key away',
    zh: '修改给出的字段；`settings` 会合并，null 删除对应的键',
  },
  'json DELETE /v1/sessions/{session}': {
    en: 'Removes a session and all that happened in it',
    zh: '删除会话及其全部内容',
  },
  'multipart POST /v1/sessions/{session}/uploads': {
    en: 'Files for the next message, as parts of a form; all of them are taken, or none',
    zh: '以表单上传下一条消息的文件；要么全部接收，要么全部不收',
  },
  'json GET /v1/sessions/{session}/uploads': {
    en: 'The files of a session: uploads, and what its agents wrote',
    zh: '会话的文件：上传的文件与智能体写出的文件',
  },
  'file GET /files/{upload}': {
    en: 'The same content under the short address that images and files of agents have',
    zh: '同一内容的短地址，用于智能体的图片与文件',
  },
  'file GET /v1/images': {
    en: 'A picture of another server, for somebody who asked to see it: of the open internet alone, and only images',
    zh: '应用户要求代取其他服务器上的图片：仅限公网地址，且只取图片',
  },
  'file GET /v1/uploads/{upload}': {
    en: 'The content of a file that was uploaded',
    zh: '已上传文件的内容',
  },
  'json GET /v1/documents': {
    en: 'Your documents in the knowledge base, and how far those are that are being read',
    zh: '您在知识库中的文档，以及正在读取的文档的进度',
  },
  'multipart POST /v1/documents': {
    en: 'Adds Markdown, text, HTML and PDF files to the knowledge base, as parts of a form; they are read afterwards',
    zh: '以表单向知识库添加 Markdown、文本、HTML 与 PDF 文件；文件随后读取',
  },
  'json POST /v1/documents/text': { en: 'Adds a text to the knowledge base', zh: '向知识库添加一段文本' },
  'json GET /v1/documents/search': {
    en: 'Passages of the knowledge base, best first',
    zh: '检索知识库中的段落，最相关的在前',
  },
  'json GET /v1/documents/{document}': {
    en: 'One document, or how far its reading is',
    zh: '单个文档，或其读取进度',
  },
  'json DELETE /v1/documents/{document}': {
    en: 'Takes a document out of the knowledge base',
    zh: '从知识库中移除文档',
  },
  'json GET /v1/sessions/{session}/runs': {
    en: 'The runs of a session, oldest first; `before` is a `first` of an earlier page',
    zh: '会话的运行，最早的在前；`before` 取之前一页返回的 `first`',
  },
  'json POST /v1/sessions/{session}/runs': {
    en: 'Sends a message; `id` is the run that answers it, `queued` says that it waits its turn. The same `ref` counts once',
    zh: '发送消息；`id` 为回答它的运行，`queued` 表示仍在排队。相同的 `ref` 只计一次',
  },
  'json GET /v1/sessions/{session}/messages': {
    en: 'What was said, oldest first; `before` is a `seq` of an earlier page',
    zh: '会话中的消息，最早的在前；`before` 取之前一页中的 `seq`',
  },
  'ndjson GET /v1/sessions/{session}/frames': {
    en: 'What a client of a dialect was sent of a session so far: the same frames, one in each line',
    zh: '某方言的客户端至今收到的会话内容：同样的帧，每行一个',
  },
  'json POST /v1/sessions/{session}/todos/{list}/{item}': {
    en: 'Sets the status of an item of a checklist',
    zh: '设置清单条目的状态',
  },
  'json PUT /v1/sessions/{session}/plans/{plan}': {
    en: 'Changes a plan that was proposed in a session',
    zh: '修改会话中提出的计划',
  },
  'json POST /v1/sessions/{session}/rewind': {
    en: 'Takes the line back to an event; what comes off stays as a branch',
    zh: '回退到某个事件；撤下的部分作为分支保留',
  },
  'json GET /v1/runs/{run}': {
    en: 'One run, by its id or by the `ref` of its message, with the questions that wait for an answer',
    zh: '按 ID 或其消息的 `ref` 查询一次运行，附带等待回答的问题',
  },
  'json GET /v1/runs/{run}/fidelity': {
    en: 'What a plain client of each dialect gets to know of a run: exact, degraded and dropped, by type of event',
    zh: '各方言的普通客户端能得知一次运行的哪些内容：按事件类型列出原样、降级与丢弃',
  },
  'json POST /v1/runs/{run}/pause': {
    en: 'Pauses a run at its next safe point',
    zh: '在下一个安全点暂停运行',
  },
  'json POST /v1/runs/{run}/resume': { en: 'Lets a paused run go on', zh: '继续已暂停的运行' },
  'json POST /v1/runs/{run}/stop': { en: 'Ends a run', zh: '停止运行' },
  'json POST /v1/runs/{run}/inputs/{input}': {
    en: 'Answers a question or an approval; the first answer decides',
    zh: '回答提问或审批；以最先的回答为准',
  },
  'json GET /v1/search': { en: 'Finds messages by their words, newest first', zh: '按词搜索消息，最新的在前' },
  'json GET /v1/analyses/{analysis}': { en: 'The ECharts options of an analysis', zh: '一次分析的 ECharts 配置' },
  'json GET /v1/agents': { en: 'The agents that can be asked', zh: '可用的智能体' },
  'json GET /v1/models': { en: 'The models that can be chosen', zh: '可选的模型' },
  'json GET /v1/tools': { en: 'The tools that agents have', zh: '智能体可用的工具' },
  'json GET /v1/server': {
    en: 'What the server allows its runs (0: no limit), and which other servers it asks',
    zh: '服务器对运行的限制（0 表示不限），以及它所连接的上游服务器',
  },
  'json GET /v1/settings': { en: 'Your settings', zh: '您的设置' },
  'json PATCH /v1/settings': {
    en: 'Changes your settings: objects are merged, null takes a key away',
    zh: '修改您的设置：对象会合并，null 删除对应的键',
  },
};
