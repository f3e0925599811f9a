import fc from 'fast-check';
import {
  ArrayMaxSize,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { UnreadBody } from './request-body';
import { Flag, Labels, Objects, Optional, Tags, Text, WholeNumber } from './request-decorators';
import { RequestValidationPipe } from './validation.pipe';
import { ValidationError, type ValidationIssue } from './validation-error';

class Note {
  @Text({ maxCodePoints: 20 })
  content!: string;

  @Optional()
  @Tags()
  tags: string[] | null = null;

  @Optional()
  @WholeNumber({ min: 1 })
  weight = 3;
}

class Notes {
  @Objects(() => Note, { minItems: 1, maxItems: 3 })
  notes!: Note[];
}

class Options {
  @Optional()
  @Flag()
  flag: boolean | null = null;

  @Optional()
  @WholeNumber({ max: 9 })
  limit: number | null = null;

  @Optional()
  @Labels()
  source: string[] | null = null;
}

class FlaggedNote extends Note {
  @Flag()
  flag!: boolean;
}

/** As the documentation of NestJS writes request classes. */
class PlainItem {
  @IsString()
  @MaxLength(5)
  name!: string;
}

class PlainRequest {
  @IsInt()
  @Min(1)
  @Max(9)
  size!: number;

  @IsOptional()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => PlainItem)
  items?: PlainItem[];
}

const pipe = new RequestValidationPipe();
const body = async (metatype: new () => object, value: unknown) =>
  (await pipe.transform(value, { type: 'body', metatype })) as Record<string, unknown>;
const query = async (value: unknown) => pipe.transform(value, { type: 'query', metatype: Options });

async function refusals(work: () => Promise<unknown>): Promise<readonly ValidationIssue[]> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues;
  }
  return [];
}

async function issuesOf(work: () => Promise<unknown>): Promise<{ type: string; loc: (string | number)[] }[]> {
  return (await refusals(work)).map(({ type, loc }) => ({ type, loc }));
}

describe('RequestValidationPipe', () => {
  it('makes an instance with defaults, null for what is absent, and nothing undeclared', async () => {
    const read = await body(Note, { content: 'a', tags: [' x ', 'x'], weight: null, other: 1 });
    expect(read).toBeInstanceOf(Note);
    expect({ ...read }).toEqual({ content: 'a', tags: ['x'], weight: 3 });
    expect((await body(Note, { content: 'a' })).tags).toBeNull();
  });

  it('names every field at fault, once each', async () => {
    expect(await issuesOf(() => body(Note, { tags: [1], weight: 0 }))).toEqual([
      { type: 'missing', loc: ['body', 'content'] },
      { type: 'string_type', loc: ['body', 'tags', 0] },
      { type: 'greater_than_equal', loc: ['body', 'weight'] },
    ]);
  });

  it('distinguishes null from missing in a required field', async () => {
    expect(await issuesOf(() => body(Note, { content: null }))).toEqual([
      { type: 'string_type', loc: ['body', 'content'] },
    ]);
  });

  it('follows lists of objects to the field at fault', async () => {
    const notes = [{ content: 'a' }, { content: 'b', tags: ['ok', ''] }];
    expect(await issuesOf(() => body(Notes, { notes }))).toEqual([
      { type: 'string_too_short', loc: ['body', 'notes', 1, 'tags', 1] },
    ]);
    expect(await issuesOf(() => body(Notes, { notes: [null] }))).toEqual([
      { type: 'dict_type', loc: ['body', 'notes', 0] },
    ]);
    expect(await issuesOf(() => body(Notes, { notes: [] }))).toEqual([
      { type: 'too_short', loc: ['body', 'notes'] },
    ]);
  });

  it('reads, checks and tidies the objects of a list like a body', async () => {
    const [note] = (await body(Notes, { notes: [{ content: 'a', tags: ['x', 'x'], __proto__: 1 }] }))
      .notes as Note[];
    expect(note).toEqual({ content: 'a', tags: ['x'], weight: 3 });
    expect(note).toBeInstanceOf(Note);
  });

  it('refuses what is no object, and no body unless every field is optional', async () => {
    expect(await issuesOf(() => body(Note, undefined))).toEqual([{ type: 'missing', loc: ['body'] }]);
    expect(await issuesOf(() => body(Note, [1]))).toEqual([{ type: 'dict_type', loc: ['body'] }]);
    expect(await issuesOf(() => body(Note, 'text'))).toEqual([{ type: 'dict_type', loc: ['body'] }]);
    expect({ ...(await body(Options, undefined)) }).toEqual({ flag: null, limit: null, source: null });
  });

  it('refuses a body of another media type even where the body may be left out', async () => {
    expect(await issuesOf(() => body(Options, new UnreadBody()))).toEqual([
      { type: 'value_error', loc: ['body'] },
    ]);
  });

  it('reads numbers, flags and single list items of a query from text', async () => {
    expect(await query({ flag: 'false', limit: '7', source: 'a' })).toEqual({
      flag: false,
      limit: 7,
      source: ['a'],
    });
    expect(await issuesOf(() => query({ flag: 'yes', limit: '7x' }))).toEqual([
      { type: 'bool_type', loc: ['query', 'flag'] },
      { type: 'int_type', loc: ['query', 'limit'] },
    ]);
    expect(await issuesOf(() => query({ limit: ['1', '2'] }))).toEqual([
      { type: 'int_type', loc: ['query', 'limit'] },
    ]);
  });

  it('takes no texts for numbers or flags in a body', async () => {
    expect(await issuesOf(() => body(Options, { limit: '7', flag: 'true' }))).toHaveLength(2);
  });

  it('reads and checks the fields of the superclass', async () => {
    expect({ ...(await body(FlaggedNote, { content: 'a', flag: true })) }).toMatchObject({
      content: 'a',
      flag: true,
    });
    expect(await issuesOf(() => body(FlaggedNote, { weight: 0 }))).toEqual([
      { type: 'missing', loc: ['body', 'content'] },
      { type: 'greater_than_equal', loc: ['body', 'weight'] },
      { type: 'missing', loc: ['body', 'flag'] },
    ]);
  });

  it('neither overflows nor dawdles on deep nesting', async () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(await issuesOf(() => body(Note, { content: deep, tags: deep, other: deep }))).toHaveLength(2);
  });

  it('answers any JSON with an instance or with issues', async () => {
    const keys = fc.constantFrom('content', 'tags', 'weight', '__proto__', 'constructor', 'other');
    const shapes = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(shapes, async (value) => {
        const issues = await issuesOf(() => body(Note, value));
        expect(issues.every((issue) => issue.loc[0] === 'body')).toBe(true);
      }),
    );
    expect(({} as Record<string, unknown>).content).toBeUndefined();
  });

  it('leaves parameters without a class alone', async () => {
    expect(pipe.transform('x', { type: 'param', metatype: String })).toBe('x');
    expect(await pipe.transform({ a: 1 }, { type: 'body', metatype: Object })).toEqual({ a: 1 });
  });

  it('takes classes with the rules of class-validator alone', async () => {
    expect({ ...(await body(PlainRequest, { size: 2, items: [{ name: 'a', more: 1 }] })) }).toEqual({
      size: 2,
      items: [{ name: 'a' }],
    });
    expect(
      await refusals(() => body(PlainRequest, { size: 0, items: [{ name: 'a' }, { name: 'too long' }] })),
    ).toEqual([
      { type: 'greater_than_equal', loc: ['body', 'size'], msg: 'size must not be less than 1', input: 0 },
      {
        type: 'string_too_long',
        loc: ['body', 'items', 1, 'name'],
        msg: 'name must be shorter than or equal to 5 characters',
        input: 'too long',
      },
    ]);
    expect(await issuesOf(() => body(PlainRequest, {}))).toEqual([
      { type: 'missing', loc: ['body', 'size'] },
    ]);
  });
});
