// What is used here of programs that may not be installed: the types must hold without them.
declare module 'socket.io' {
  import type { Server as HttpServer } from 'node:http';

  export interface ServerOptions {
    readonly transports?: readonly string[];
    readonly connectionStateRecovery?: {
      readonly maxDisconnectionDuration: number;
      readonly skipMiddlewares: boolean;
    };
  }
  export interface Socket {
    on(event: 'go', listener: (run: number) => void): void;
    emit(event: 'chunk', text: string): boolean;
  }
  export class Server {
    constructor(http: HttpServer, options: ServerOptions);
    on(event: 'connection', listener: (socket: Socket) => void): void;
    emit(event: 'chunk', text: string): boolean;
    close(): Promise<void>;
  }
}

declare module '@ag-ui/core' {
  export const EventType: {
    readonly RUN_STARTED: 'RUN_STARTED';
    readonly RUN_FINISHED: 'RUN_FINISHED';
    readonly TEXT_MESSAGE_START: 'TEXT_MESSAGE_START';
    readonly TEXT_MESSAGE_CONTENT: 'TEXT_MESSAGE_CONTENT';
    readonly TEXT_MESSAGE_END: 'TEXT_MESSAGE_END';
  };
}

declare module '@ag-ui/encoder' {
  export class EventEncoder {
    encode(event: { readonly type: string; readonly [field: string]: unknown }): string;
  }
}

declare module '@ag-ui/client' {
  export class HttpAgent {
    constructor(options: {
      readonly url: string;
      readonly threadId?: string;
      readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
    });
    runAgent(parameters: { readonly runId: string }): Promise<{
      readonly newMessages: readonly { readonly content?: unknown }[];
    }>;
  }
}
