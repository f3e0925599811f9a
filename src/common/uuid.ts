/** The text form of a UUID in lower case (RFC 9562), as a part of other patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const UUID = new RegExp(`^${UUID_PATTERN}$`);
export const UUID_ANY_CASE = new RegExp(`^${UUID_PATTERN}$`, 'i');
