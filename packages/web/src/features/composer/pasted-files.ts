/**
 * Files that are meant by a paste. Office programs put a picture of a table or a paragraph beside its words: then the
 * words are meant. File managers put a file's name beside the file, without markup: then the file is.
 */
export function pastedFiles({
  files,
  types,
}: Pick<DataTransfer, 'types'> & { files: Iterable<File> }): readonly File[] {
  const isRichText = types.includes('text/plain') && types.includes('text/html');
  return isRichText ? [] : [...files];
}
