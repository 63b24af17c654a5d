/** The file cannot be read. The message is for the caller: it says what is wrong, and nothing of the file's content. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
