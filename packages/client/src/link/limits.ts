/** Whole-text frames of a long answer are the largest that servers send. */
export const MAX_FRAME_CHARS = 16 * 1024 * 1024;
