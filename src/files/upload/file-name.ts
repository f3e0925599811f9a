import { DomainError } from '../../common/domain-error';
import { codePoints, firstCodePoints } from '../../common/text';
import { FILE_KINDS } from '../formats/file-kind';

export const EXTENSIONS = FILE_KINDS.map((kind) => `.${kind}`);
const SUPPORTED: ReadonlySet<string> = new Set(EXTENSIONS);

/** Code points. */
const MAX_NAME = 255;
const MAX_SHOWN_EXTENSION = 20;

/** Characters that are invisible or change the direction of text. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * The name without folders and invisible characters, cut before the extension to 255 code points. It is never used as a
 * path. Throws `unsupported_extension`.
 */
export function supportedName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.toWellFormed().replace(HIDDEN, '').trim();
  const extension = extensionOf(name);
  if (!SUPPORTED.has(extension.toLowerCase())) throw unsupported(extension);
  const stem = name.slice(0, -extension.length);
  return firstCodePoints(stem, MAX_NAME - codePoints(extension)) + extension;
}

/** Such as `.PDF`; empty for a name without one, such as `.pdf`. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 ? name.slice(dot) : '';
}

function unsupported(extension: string): DomainError {
  const shown = firstCodePoints(extension, MAX_SHOWN_EXTENSION);
  const what = extension === '' ? 'Files without an extension' : `Files of type '${shown}'`;
  return new DomainError('unsupported_extension', `${what} are not supported: use ${EXTENSIONS.join(', ')}`);
}
