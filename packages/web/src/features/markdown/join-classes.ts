/** Stands for tailwind-merge: the page never overrides a class of the renderer, so there is nothing to resolve. */
export function twMerge(...classes: readonly string[]): string {
  return classes.join(' ');
}
