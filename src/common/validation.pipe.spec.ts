import fc from 'fast-check';
import { FlagField, IntegerField, LabelListField, ObjectListField, TagsField, TextField } from './fields';
import { UnreadBody } from './request-body';
import { RequestValidationPipe } from './validation.pipe';
import { ValidationError } from './validation-error';

class Note {
  @TextField('Text', 'x', { maxCodePoints: 20 })
  content!: string;

  @TagsField('Tags', [], { required: false })
  tags!: string[] | null;

  @IntegerField('Weight', 1, { min: 1, default: 3 })
  weight!: number;
}

class Notes {
  @ObjectListField('Notes', [], { type: () => Note, minItems: 1, maxItems: 3 })
  notes!: Note[];
}

class Options {
  @FlagField('Flag', true, { required: false })
  flag!: boolean | null;

  @IntegerField('Limit', 1, { required: false, max: 9 })
  limit!: number | null;

  @LabelListField('Sources', [], { required: false })
  source!: string[] | null;
}

class FlaggedNote extends Note {
  @FlagField('Flag', true, { required: true })
  flag!: boolean;
}

const pipe = new RequestValidationPipe();
const body = (metatype: new () => object, value: unknown) =>
  pipe.transform(value, { type: 'body', metatype }) as Record<string, unknown>;
const query = (value: unknown) => pipe.transform(value, { type: 'query', metatype: Options });

function issuesOf(work: () => unknown): { type: string; loc: (string | number)[] }[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues.map(({ type, loc }) => ({ type, loc }));
  }
  return [];
}

describe('RequestValidationPipe', () => {
  it('makes an instance with defaults, null for what is absent, and nothing undeclared', () => {
    const read = body(Note, { content: 'a', tags: [' x ', 'x'], weight: null, other: 1 });
    expect(read).toBeInstanceOf(Note);
    expect({ ...read }).toEqual({ content: 'a', tags: ['x'], weight: 3 });
    expect(body(Note, { content: 'a' }).tags).toBeNull();
  });

  it('names every field at fault, once each', () => {
    expect(issuesOf(() => body(Note, { tags: [1], weight: 0 }))).toEqual([
      { type: 'missing', loc: ['body', 'content'] },
      { type: 'string_type', loc: ['body', 'tags', 0] },
      { type: 'greater_than_equal', loc: ['body', 'weight'] },
    ]);
  });

  it('distinguishes null from missing in a required field', () => {
    expect(issuesOf(() => body(Note, { content: null }))).toEqual([
      { type: 'string_type', loc: ['body', 'content'] },
    ]);
  });

  it('follows lists of objects to the field at fault', () => {
    const notes = [{ content: 'a' }, { content: 'b', tags: ['ok', ''] }];
    expect(issuesOf(() => body(Notes, { notes }))).toEqual([
      { type: 'string_too_short', loc: ['body', 'notes', 1, 'tags', 1] },
    ]);
    expect(issuesOf(() => body(Notes, { notes: [null] }))).toEqual([
      { type: 'dict_type', loc: ['body', 'notes', 0] },
    ]);
    expect(issuesOf(() => body(Notes, { notes: [] }))).toEqual([
      { type: 'too_short', loc: ['body', 'notes'] },
    ]);
  });

  it('reads, checks and tidies the objects of a list like a body', () => {
    const [note] = body(Notes, { notes: [{ content: 'a', tags: ['x', 'x'], __proto__: 1 }] }).notes as Note[];
    expect(note).toEqual({ content: 'a', tags: ['x'], weight: 3 });
    expect(note).toBeInstanceOf(Note);
  });

  it('refuses what is no object, and no body unless every field is optional', () => {
    expect(issuesOf(() => body(Note, undefined))).toEqual([{ type: 'missing', loc: ['body'] }]);
    expect(issuesOf(() => body(Note, [1]))).toEqual([{ type: 'dict_type', loc: ['body'] }]);
    expect(issuesOf(() => body(Note, 'text'))).toEqual([{ type: 'dict_type', loc: ['body'] }]);
    expect({ ...body(Options, undefined) }).toEqual({ flag: null, limit: null, source: null });
  });

  it('refuses a body of another media type even where the body may be left out', () => {
    expect(issuesOf(() => body(Options, new UnreadBody()))).toEqual([{ type: 'value_error', loc: ['body'] }]);
  });

  it('reads numbers, flags and single list items of a query from text', () => {
    expect(query({ flag: 'false', limit: '7', source: 'a' })).toEqual({
      flag: false,
      limit: 7,
      source: ['a'],
    });
    expect(issuesOf(() => query({ flag: 'yes', limit: '7x' }))).toEqual([
      { type: 'bool_type', loc: ['query', 'flag'] },
      { type: 'int_type', loc: ['query', 'limit'] },
    ]);
    expect(issuesOf(() => query({ limit: ['1', '2'] }))).toEqual([
      { type: 'int_type', loc: ['query', 'limit'] },
    ]);
  });

  it('takes no texts for numbers or flags in a body', () => {
    expect(issuesOf(() => body(Options, { limit: '7', flag: 'true' }))).toHaveLength(2);
  });

  it('reads and checks the fields of the superclass', () => {
    expect({ ...body(FlaggedNote, { content: 'a', flag: true }) }).toMatchObject({
      content: 'a',
      flag: true,
    });
    expect(issuesOf(() => body(FlaggedNote, { weight: 0 }))).toEqual([
      { type: 'missing', loc: ['body', 'content'] },
      { type: 'greater_than_equal', loc: ['body', 'weight'] },
      { type: 'missing', loc: ['body', 'flag'] },
    ]);
  });

  it('neither overflows nor dawdles on deep nesting', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(issuesOf(() => body(Note, { content: deep, tags: deep, other: deep }))).toHaveLength(2);
  });

  it('answers any JSON with an instance or with issues', () => {
    const keys = fc.constantFrom('content', 'tags', 'weight', '__proto__', 'constructor', 'other');
    const shapes = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
    fc.assert(
      fc.property(shapes, (value) => {
        const issues = issuesOf(() => body(Note, value));
        expect(issues.every((issue) => issue.loc[0] === 'body')).toBe(true);
      }),
    );
    expect(({} as Record<string, unknown>).content).toBeUndefined();
  });

  it('leaves parameters without a class alone', () => {
    expect(pipe.transform('x', { type: 'param', metatype: String })).toBe('x');
    expect(pipe.transform({ a: 1 }, { type: 'body', metatype: Object })).toEqual({ a: 1 });
  });
});
