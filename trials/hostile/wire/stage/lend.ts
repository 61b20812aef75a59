import { Stage } from './stage.ts';

let stage: Promise<Stage> | undefined;
let idle: NodeJS.Timeout | undefined;
const IDLE_MS = 1_000;

/** One stage for trials that follow one another; a failed one leaves none behind for the next. */
export async function onStage<T>(use: (stage: Stage) => Promise<T>): Promise<T> {
  clearTimeout(idle);
  stage ??= Stage.open();
  try {
    const result = await use(await stage);
    idle = setTimeout(() => void closeStage(), IDLE_MS);
    return result;
  } catch (error) {
    await closeStage();
    throw error;
  }
}

export async function closeStage(): Promise<void> {
  clearTimeout(idle);
  const closing = stage;
  stage = undefined;
  const open = await closing?.catch(() => undefined);
  await open?.close();
}
