import { readApiDocument } from '../../test/support/api-document';
import { sampleBody, sampleMemory, sampleOf, shownSampleOf } from '../../test/support/field-samples';
import { resolved, type Schemas } from '../../test/support/openapi-values';
import { ASKED_FIELDS, FIELD_LIST, type NamedField } from '../backend/memory-columns';
import { readRequest } from '../common/validation.pipe';
import { EditMemoryRequest, toEdit } from './memory-life.dto';
import { toMemoryRecord } from './memory-record.dto';
import { newMemory } from './new-memory';
import { RememberRequest } from './remember.dto';

const api = readApiDocument<{ components: { schemas: Schemas } }>();
const writer = { by: 'demo', sessionId: 'sess_1', at: new Date('2026-05-01T12:00:00Z') };
const named = (fields: readonly NamedField[]) => fields.map((field) => [field.column, field] as const);

const GIVEN = named(FIELD_LIST.filter(({ isGiven }) => isGiven));
const EDITED = named(ASKED_FIELDS);
const SHOWN = named(FIELD_LIST.filter(({ isShown }) => isShown));
const numbersOf = (fields: typeof GIVEN) => fields.filter(([, { value }]) => value.kind === 'number');
const { schemas } = api.components;
const schemaOf = (name: string, column: string) => resolved({ $ref: name }, schemas).properties?.[column];

function remember(body: object): Promise<RememberRequest> {
  return readRequest(RememberRequest, { content: 'Likes tea', ...body }, 'body');
}

function edit(body: object): Promise<EditMemoryRequest> {
  return readRequest(EditMemoryRequest, body, 'body');
}

describe('a request to remember', () => {
  it.each(GIVEN)('stores %s, and describes it', async (column, field) => {
    const memory = newMemory(await remember({ [column]: shownSampleOf(field) }), writer, 'id');
    expect(memory).toHaveProperty(field.name, sampleOf(field));
    expect(schemaOf('RememberRequest', column)).toBeDefined();
  });

  it.each(GIVEN.filter(([, field]) => 'default' in field))(
    'stores the default of %s if it has none',
    async (_, { name, default: value }) => {
      expect(newMemory(await remember({}), writer, 'id')).toHaveProperty(name, value);
    },
  );

  it.each(numbersOf(GIVEN))('refuses a %s out of its range', async (column, { value }) => {
    const { min, max } = value as { min: number; max: number };
    await expect(remember({ [column]: min - 0.001 })).rejects.toThrow();
    await expect(remember({ [column]: max + 0.001 })).rejects.toThrow();
    expect(schemaOf('RememberRequest', column)).toMatchObject({ minimum: min, maximum: max });
  });

  it('has no other field of a memory', async () => {
    const others = sampleBody(({ isGiven }) => !isGiven);
    expect(Object.keys(await remember(others))).toEqual(Object.keys(await remember({})));
  });
});

describe('a request to edit', () => {
  it.each(EDITED)('changes %s, and describes it', async (column, field) => {
    expect(toEdit(await edit({ [column]: shownSampleOf(field) }))).toHaveProperty(
      field.name,
      sampleOf(field),
    );
    expect(schemaOf('EditMemoryRequest', column)).toBeDefined();
  });

  it.each(numbersOf(EDITED))('refuses a %s out of its range', async (column, { value }) => {
    const { min, max } = value as { min: number; max: number };
    await expect(edit({ [column]: min - 0.001 })).rejects.toThrow();
    await expect(edit({ [column]: max + 0.001 })).rejects.toThrow();
  });

  it('has no other field of a memory', async () => {
    const others = sampleBody(({ isEdited, isJudged }) => !isEdited || isJudged === true);
    expect(Object.keys(await edit(others))).toEqual([]);
  });
});

describe('the answer of a read', () => {
  it.each(SHOWN)('shows %s, and describes it', (column, field) => {
    expect(toMemoryRecord(sampleMemory(), 'demo', true)).toHaveProperty(column, shownSampleOf(field));
    expect(schemaOf('MemoryRecord', column)).toBeDefined();
  });
});
