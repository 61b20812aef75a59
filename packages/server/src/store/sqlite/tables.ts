/** Rows as migrations made them. JSON stands as text; truth is 0 or 1. */
export interface Tables {
  counters: { name: string; value: number };
  sessions: {
    id: string;
    owner: string;
    title: string;
    created: number;
    updated: number;
    status: string | null;
    agent: string | null;
    model: string | null;
    policy: string | null;
    settings: string;
  };
  aliases: { owner: string; dialect: string; alias: string; session: string };
  runs: {
    session: string;
    first: number;
    last: number | null;
    id: string | null;
    status: string;
    started: number;
    finished: number | null;
    agent: string | null;
    model: string | null;
    input: string | null;
    ref: string | null;
    reason: string | null;
    answer: string | null;
    tokens_in: number | null;
    tokens_out: number | null;
    tokens: number | null;
    cost: number | null;
    duration: number | null;
    off: number;
  };
  messages: {
    id: number;
    session: string;
    first: number;
    /** null while it is being said; its text is then in memory and in the log alone. */
    last: number | null;
    /** Of what a user said: seq of the start of the run that took it up. */
    turn: number | null;
    run: string | null;
    message: string | null;
    role: string;
    name: string | null;
    text: string;
    files: string | null;
    ref: string | null;
    at: number;
    interrupted: number;
    queued: number;
    off: number;
    indexed: number;
  };
  questions: { session: string; input: string; at: number; event: string };
  proposals: {
    session: string;
    plan: string;
    run: string | null;
    seq: number;
    at: number;
    task: string | null;
    summary: string | null;
    steps: string;
  };
  settings: { owner: string; body: string };
  plans: { id: number; owner: string; task: string; steps: string; created: number; updated: number };
  workspaces: { id: string; owner: string; name: string; created: number };
  threads: { workspace: string; session: string };
  uploads: {
    id: string;
    session: string;
    name: string;
    type: string | null;
    size: number;
    sha256: string;
    created: number;
  };
  documents: {
    id: string;
    owner: string;
    title: string;
    source: string;
    type: string;
    size: number;
    created: number;
  };
  chunks: { id: number; document: string; text: string; indexed: number };
  analyses: {
    id: number;
    session: string;
    call: string | null;
    title: string | null;
    options: string;
    created: number;
  };
}
