/** An address with something in each of its places. */
export function concrete(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '1').replace('*', 'index.html');
}
