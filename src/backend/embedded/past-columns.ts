// SQL: parts of statements that read the columns of a memory at an instant.
import { sql, type Sql } from '../../database/sql';
import { FIELD_LIST, type NamedField } from '../memory-columns';
import { columnOf, joined, raw, sqlType } from './column-sql';

/** Another part of the statement says the status at the instant. */
const STATUS_NAMES: readonly string[] = ['status', 'expiredAt', 'expiredBy'];
const FIELDS_THEN = FIELD_LIST.filter(({ name }) => !STATUS_NAMES.includes(name));

/** The columns at an instant: `e.former` has the values that edits replaced after it. */
export const COLUMNS_THEN = sql`m.seq, ${joined(FIELDS_THEN.map(columnThen))}`;

function columnThen(field: NamedField): Sql {
  const column = columnOf(field, 'm');
  if (!field.isEdited && field.name !== 'updatedAt') return column;
  const key = raw(`'${field.column}'`);
  const former = formerValue(field, key);
  // The former value of a column that may be null can be null.
  return field.isNullable
    ? sql`CASE WHEN e.former ? ${key} THEN ${former} ELSE ${column} END AS ${columnOf(field)}`
    : sql`COALESCE(${former}, ${column}) AS ${columnOf(field)}`;
}

function formerValue(field: NamedField, key: Sql): Sql {
  if (field.value.kind === 'metadata') return sql`e.former->${key}`;
  if (field.value.kind !== 'tags') return sql`(e.former->>${key})::${sqlType(field)}`;
  return sql`CASE WHEN e.former ? ${key} THEN ARRAY(SELECT jsonb_array_elements_text(e.former->${key})) END`;
}
