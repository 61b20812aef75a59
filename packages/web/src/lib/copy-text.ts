/** Whether it is on the clipboard now. Where the page may not use the clipboard, the old command may still work. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.debug('the clipboard is not open to the page', error);
    return copyByCommand(text);
  }
}

/** Pages that came over plain HTTP have no clipboard: they get one by the old command, as far as the page writes to it. */
export function standInForClipboard(): void {
  if (navigator.clipboard) return;
  const writeText = async (text: string) => {
    if (!copyByCommand(text)) throw new DOMException('the command did not work', 'NotAllowedError');
  };
  const write = async ([item]: readonly Item[]) => {
    const text = await item?.parts['text/plain']?.text();
    if (text !== undefined) await writeText(text);
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText, write } });
  Object.assign(globalThis, { ClipboardItem: Item });
}

class Item {
  readonly parts: Readonly<Record<string, Blob>>;

  constructor(parts: Readonly<Record<string, Blob>>) {
    this.parts = parts;
  }
}

function copyByCommand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // In a dialog nothing outside of it can be selected.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
