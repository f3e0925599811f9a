import { SharedStatements, StatementNames } from './shared-statements';

const named = (type: string, before: string, name: string, after: string) => {
  const body = Buffer.from(`${before}${name}\0${after}`);
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
};
const parse = (name: string, text: string) => named('P', '', name, `${text}\0\0\0`);
const bind = (name: string) => named('B', 'portal\0', name, '\0\0\0\0\0\0');
const describeStatement = (name: string) => named('D', 'S', name, '');
const describePortal = (name: string) => named('D', 'P', name, '');
const close = (name: string) => named('C', 'S', name, '');

describe('the statements that connections share', () => {
  let shared: SharedStatements;
  let one: StatementNames;
  let other: StatementNames;

  beforeEach(() => {
    shared = new SharedStatements();
    one = new StatementNames(shared);
    other = new StatementNames(shared);
  });

  it('keep connections apart that mean different things by a name', () => {
    expect(one.translate([parse('q', 'SELECT 1'), bind('q')])).toEqual([
      { tellsParsed: false, bytes: Buffer.concat([parse('s0', 'SELECT 1'), bind('s0')]), prepares: ['s0'] },
    ]);
    const [segment] = other.translate([parse('q', 'SELECT 2'), bind('q'), describeStatement('q')]);
    expect(segment?.bytes).toEqual(
      Buffer.concat([parse('s1', 'SELECT 2'), bind('s1'), describeStatement('s1')]),
    );
  });

  it('are prepared once, whoever asks and by whatever name', () => {
    one.translate([parse('q', 'SELECT 1')]);
    shared.notePrepared(['s0']);
    expect(other.translate([parse('r', 'SELECT 1'), bind('r')])).toEqual([
      { tellsParsed: true, bytes: bind('s0'), prepares: [] },
    ]);
  });

  it('are prepared again while that has not succeeded', () => {
    one.translate([parse('q', 'SELECT 1')]);
    expect(other.translate([parse('r', 'SELECT 1')])).toMatchObject([
      { tellsParsed: false, prepares: ['s0'] },
    ]);
  });

  it('leave the order of answers as it was', () => {
    one.translate([parse('q', 'SELECT 1')]);
    shared.notePrepared(['s0']);
    const messages = [parse('a', 'SELECT 2'), bind('a'), parse('q', 'SELECT 1'), bind('q')];
    expect(other.translate(messages)).toEqual([
      { tellsParsed: false, bytes: Buffer.concat([parse('s1', 'SELECT 2'), bind('s1')]), prepares: ['s1'] },
      { tellsParsed: true, bytes: bind('s0'), prepares: [] },
    ]);
  });

  it('outlive the connection that closes them', () => {
    one.translate([parse('q', 'SELECT 1')]);
    shared.notePrepared(['s0']);
    const [segment] = one.translate([close('q')]);
    expect(segment?.bytes.toString()).not.toContain('s0');
    expect(other.translate([parse('q', 'SELECT 1')])).toMatchObject([{ tellsParsed: true }]);
  });

  it('do not take in what has no name, portals, and names that were never given', () => {
    const messages = [parse('', 'SELECT 1'), bind(''), describePortal('q')];
    expect(one.translate(messages)).toEqual([
      { tellsParsed: false, bytes: Buffer.concat(messages), prepares: [] },
    ]);
    expect(one.translate([bind('never')])[0]?.bytes).toEqual(bind('unknown never'));
  });
});
