/** Hands the reader a file made on the page. */
export function download(name: string, type: string, content: string): void {
  downloadUrl(name, URL.createObjectURL(new Blob([content], { type })));
}

export function downloadUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  if (url.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
