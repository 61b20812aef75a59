import { type Conversation, messagesOf } from '@polywire/protocol';
import { api } from '../../lib/api.ts';
import { loadDialects } from '../../lib/dialects.ts';
import { download } from '../../lib/download.ts';

/** What was said, for people. */
export function exportMarkdown(title: string, conversation: Conversation, words: { you: string }): void {
  const body = messagesOf(conversation)
    .map(({ role, name, text }) => `## ${role === 'user' ? words.you : (name ?? 'Polywire')}\n\n${text}`)
    .join('\n\n');
  download(`${fileName(title)}.md`, 'text/markdown', `# ${title}\n\n${body}\n`);
}

/** All that happened, for programs. */
export async function exportJson(title: string, session: string): Promise<void> {
  const { ownDialect } = await loadDialects();
  const events = await api.sessions.frames(session, { dialect: ownDialect.name });
  download(`${fileName(title)}.json`, 'application/json', `${JSON.stringify({ session, title, events }, null, 2)}\n`);
}

function fileName(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|\s]+/g, '-').slice(0, 60) || 'session';
}
