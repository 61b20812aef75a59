import type { About } from '../../dialect.ts';

export const about: About = {
  'ws GET /api/ws/runs/{session}': {
    en: 'The conversation of a session; closed when a run is over, opened again for the next',
    zh: '会话的对话；运行结束即关闭，下一次运行时重新打开',
  },
  'json GET /api/sessions/': { en: 'All sessions', zh: '全部会话' },
  'json POST /api/sessions/': { en: 'A new session, and its run', zh: '新建会话及其运行' },
  'json GET /api/sessions/{id}': { en: 'One session', zh: '单个会话' },
  'json PUT /api/sessions/{id}': { en: 'Changes the fields that are given', zh: '修改给出的字段' },
  'json DELETE /api/sessions/{id}': {
    en: 'Removes a session and all that happened in it',
    zh: '删除会话及其全部内容',
  },
  'json GET /api/sessions/{id}/runs': {
    en: 'The run of a session with its messages: what a page shows after a reload',
    zh: '会话的运行及其消息：页面刷新后显示的内容',
  },
  'json GET /api/settings/': { en: 'The settings of a user', zh: '用户的设置' },
  'json PUT /api/settings/': { en: 'Changes the settings of a user', zh: '修改用户的设置' },
  'json GET /api/settings/config-info': { en: 'Is there a configuration file', zh: '是否有配置文件' },
  'json GET /api/plans/': { en: 'Saved plans', zh: '已保存的计划' },
  'json POST /api/plans/': { en: 'Saves a plan', zh: '保存计划' },
  'json PUT /api/plans/{id}': { en: 'Changes the fields that are given', zh: '修改给出的字段' },
  'json DELETE /api/plans/{id}': { en: 'Removes a plan', zh: '删除计划' },
  'json POST /api/plans/learn_plan': {
    en: 'Saves what a session did as a plan',
    zh: '将会话所做的事保存为计划',
  },
  'multipart POST /api/runs/{session}/upload': {
    en: 'Files for the next message, as parts named `files`',
    zh: '上传下一条消息的文件，表单字段名为 `files`',
  },
  'json GET /api/teams/': { en: 'The teams that can be asked', zh: '可用的团队' },
  'file GET /files/user/{user}/{session}/{run}/{name}': {
    en: 'A file that was uploaded to a session or made in it',
    zh: '上传到会话或在其中生成的文件',
  },
};
