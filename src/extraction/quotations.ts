/** Whether what a text has between two quotation marks (`"`) that follow each other matches a pattern. */
export function holdsQuotation(text: string, pattern: RegExp): boolean {
  return text
    .split('"')
    .slice(1, -1)
    .some((part) => pattern.test(part));
}

/** A text with nothing left between the quotation marks (`"`) around what matches a pattern. */
export function withoutQuotations(text: string, pattern: RegExp): string {
  const parts = text.split('"');
  for (let i = 1; i < parts.length - 1; i++) {
    if (!pattern.test(parts[i] ?? '')) continue;
    parts[i] = '';
    // The mark that closes this quotation opens no other one.
    i++;
  }
  return parts.join('"');
}
