/** `string`: the message; `structured`: `{error, message, details}`; `flat`: `{error, message}` and the fields. */
export type ErrorShape = 'string' | 'structured' | 'flat';

export interface ErrorEntry {
  status: number;
  shape: ErrorShape;
  /** When it happens, for the API document. */
  description: string;
  /** A message as a client sees it, for the API document. */
  message: string;
  /** The fields that come with it, for the API document. */
  fields: Readonly<Record<string, unknown>>;
}

const entryOf =
  (shape: ErrorShape) =>
  (status: number, description: string, message: string, fields: ErrorEntry['fields'] = {}): ErrorEntry => ({
    status,
    shape,
    description,
    message,
    fields,
  });

export const plain = entryOf('string');
export const structured = entryOf('structured');
export const flat = entryOf('flat');
