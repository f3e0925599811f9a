// SQL: parts of statements, made from the description of the fields of a memory.
import { sql, type Sql } from '../../database/sql';
import type { FieldValue, MemoryField } from '../memory-field';

/** Column lists of statements, made from the description of a memory's fields when the module is loaded. */

const SQL_TYPES: Record<FieldValue['kind'], string> = {
  uuid: 'uuid',
  text: 'text',
  label: 'text',
  choice: 'text',
  flag: 'boolean',
  number: 'float8',
  tags: 'text[]',
  time: 'timestamptz',
  metadata: 'jsonb',
};

export function sqlType({ value }: Pick<MemoryField, 'value'>): Sql {
  return raw(SQL_TYPES[value.kind]);
}

/** A value as a parameter of the column's type. */
export function parameterOf(field: Pick<MemoryField, 'value'>, value: unknown): Sql {
  const parameter = field.value.kind === 'metadata' && value !== null ? JSON.stringify(value) : value;
  return sql`${parameter}::${sqlType(field)}`;
}

/** The column, under an alias if one is given. */
export function columnOf({ column }: Pick<MemoryField, 'column'>, alias?: string): Sql {
  return raw(alias === undefined ? column : `${alias}.${column}`);
}

export function columnList(fields: readonly MemoryField[], alias?: string): Sql {
  return joined(fields.map((field) => columnOf(field, alias)));
}

/** The columns with their types, for `json_to_recordset`. */
export function columnDefinitions(fields: readonly MemoryField[]): Sql {
  return joined(fields.map((field) => sql`${columnOf(field)} ${sqlType(field)}`));
}

/** Separated by commas; at least one. */
export function joined(parts: readonly Sql[]): Sql {
  return parts.reduce((before, part) => sql`${before}, ${part}`);
}

/** For names and literals of the source code only, never for what a client sent. */
export function raw(text: string): Sql {
  return sql([text]);
}
