import { Block, type BlockProps } from 'streamdown';

/**
 * Reading Markdown takes up to the square of a block's length, and the page stands still meanwhile. What nobody writes
 * for a reader, such as a paragraph longer than a chapter, is shown as it came.
 */
export function BoundedBlock(props: BlockProps) {
  const { content } = props;
  const isDrawn = content.length <= (FENCE.test(content) ? MAX_CODE_CHARS : MAX_CHARS);
  return isDrawn ? <Block {...props} /> : <p className="whitespace-pre-wrap">{content}</p>;
}

/** Code is only looked through for its end. */
const FENCE = /^ {0,3}(```|~~~)/;
/** Some five thousand words: a table of hundreds of rows, or a long report that its footnotes make one block. */
const MAX_CHARS = 32_000;
const MAX_CODE_CHARS = 100_000;
