import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@polywire/protocol';
import type { Secrets } from '../../observe/secrets.ts';
import type { Store } from '../../store/contract.ts';
import { shownTypes } from '../../wire/file-types.ts';
import type { ApprovalPolicy, Tool, ToolUse } from '../contract.ts';
import { Workspace } from '../workspace.ts';

export type Call = (name: string, args: JsonObject, use: ToolUse) => Promise<CallToolResult>;

export interface McpParts {
  readonly store: Store;
  readonly call: Call;
  readonly approval: ApprovalPolicy | undefined;
  /** What the server was told in confidence. */
  readonly secrets: Secrets;
}

/**
 * Tools of another program as ours, under its name. What it says of them is data: that one only reads is no reason not
 * to ask, unless the server's owner says so.
 */
export function toolsOf(
  server: string,
  tools: readonly McpTool[],
  { store, call, approval, secrets }: McpParts,
): readonly Tool[] {
  return tools.slice(0, MAX_TOOLS).map(({ name, description = name, inputSchema }) => {
    const about = description.slice(0, MAX_DESCRIPTION);
    return {
      name: `${server}_${name.replace(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 64),
      description: { en: about, zh: about },
      schema: inputSchema as JsonObject,
      destructive: true,
      ...(approval !== undefined && { approval }),
      async run(args, use) {
        const output = (text: string) => use.output(secrets.hide(text));
        const result = await call(name, args, { ...use, output }).catch((error: Error) => {
          throw new Error(secrets.hide(error.message), { cause: error });
        });
        return resultOf(secrets.hideIn(result), store, use);
      },
    };
  });
}

const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 4_000;

async function resultOf(
  { content, structuredContent, isError }: CallToolResult,
  store: Store,
  use: ToolUse,
): Promise<Json> {
  const pieces: string[] = [];
  for (const [i, part] of content.entries()) {
    if (part.type === 'text') pieces.push(part.text);
    else if (part.type === 'image' && shownTypes.has(part.mimeType)) pieces.push(await shown(part, i, store, use));
    else pieces.push(`[${part.type}]`);
  }
  const text = pieces.join('\n');
  if (isError) throw new Error(text === '' ? 'The tool failed. / 工具失败。' : text);
  return (structuredContent as JsonObject | undefined) ?? text;
}

async function shown(part: { data: string; mimeType: string }, i: number, store: Store, use: ToolUse): Promise<string> {
  const name = `image-${i + 1}.${part.mimeType.split('/')[1]}`;
  const { id } = await new Workspace(store, use).store(name, part.mimeType, Buffer.from(part.data, 'base64'));
  const url = `/files/${id}`;
  use.emit({ type: 'image', imageId: `${use.callId}.image${i}`, url, mediaType: part.mimeType, alt: name });
  return `[image ${url}]`;
}
