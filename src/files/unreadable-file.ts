/** A file that cannot be read, and will not be when it is tried again. The message is for the person who sent it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableFile';
  }
}
