export type {
  Agent,
  Answer,
  Edit,
  PastTurn,
  Question,
  RunContext,
  ToolCall,
  ToolResult,
} from './agents/contract.ts';
export { type AgentDefinition, defineAgent, type OwnAgent } from './agents/define-agent.ts';
export { RunError } from './agents/errors.ts';
export type { Means, ThinkOptions } from './agents/means.ts';
export type { ConfigFile } from './config.ts';
export type { Appended, Batch, EventLog, Listener } from './log/contract.ts';
export { createLogger, type Logger } from './observe/logger.ts';
export { type Parts, type Running, startServer } from './server.ts';
export type { ApprovalPolicy, Tool, Toolbox, ToolUse } from './tools/contract.ts';
export { defineTool, type ToolDefinition } from './tools/define-tool.ts';
