import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { decodeWindows1252, encodingOfHead, Utf8Check } from './decoded-text';

function encodingOf(bytes: Buffer, size = bytes.length): string {
  const check = new Utf8Check();
  for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
  return check.end();
}

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const size = fc.integer({ min: 1, max: 7 });

describe('UTF-8', () => {
  it('is known however the bytes are cut', () => {
    fc.assert(fc.property(text, size, (written, by) => encodingOf(Buffer.from(written), by) === 'utf-8'));
  });

  it('is distinguished from other bytes as Node does it', () => {
    const upper = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes));
    fc.assert(fc.property(upper, size, (bytes, by) => (encodingOf(bytes, by) === 'utf-8') === isUtf8(bytes)));
  });

  it('may have slips', () => {
    const cut = Buffer.from(
      'grün und blau, weiß und rötlich, ähnlich wie öfter, über Bäume, Häuser, Flüsse, süß é',
    );
    expect(encodingOf(cut.subarray(0, -1))).toBe('utf-8');
  });
});

describe('Windows-1252', () => {
  it('is what is no UTF-8', () => {
    expect(encodingOf(Buffer.from('caf\xe9 cr\xe8me', 'latin1'))).toBe('windows-1252');
    expect(encodingOf(Buffer.from('\x93quoted\x94', 'latin1'))).toBe('windows-1252');
  });

  it('has letters where Latin-1 has control characters', () => {
    expect(decodeWindows1252(Buffer.from([0x80, 0x93, 0x94, 0x9f, 0xe9, 0x41]))).toBe('€“”ŸéA');
  });

  it('gives one character for a byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => decodeWindows1252(Buffer.from(bytes)).length === bytes.length),
    );
  });
});

describe('UTF-16', () => {
  it('is recognised by its byte order mark', () => {
    expect(encodingOfHead(Buffer.from([0xff, 0xfe, 0x2d, 0x4e]))).toBe('utf-16le');
    expect(encodingOfHead(Buffer.from([0xfe, 0xff, 0x4e, 0x2d]))).toBe('utf-16be');
  });

  it('is recognised by the side of its null characters without one', () => {
    const written = fc.string({ unit: fc.constantFrom(...'ab é中ж\n'), minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(written, (body) => {
        const little = Buffer.from(`A line \n${body}`, 'utf16le');
        expect(encodingOfHead(little)).toBe('utf-16le');
        expect(encodingOfHead(Buffer.from(little).swap16())).toBe('utf-16be');
      }),
    );
  });

  it('is not seen in text of bytes', () => {
    fc.assert(
      fc.property(
        text,
        (written) => encodingOfHead(Buffer.from(`a${written.replaceAll('\0', '')}`)) === null,
      ),
    );
  });
});
