import type { Language } from '../common/languages';
import { namesIn } from './names';

const names = (text: string, language: Language = 'english') =>
  namesIn(text, language).map((name) => name.text);

describe('namesIn', () => {
  it('finds runs of capitalised words and identifiers with digits', () => {
    expect(names('Does Anna Bell use the SP8 in Van Houten for PAY-2231?')).toEqual([
      'Anna Bell',
      'SP8',
      'Van Houten',
      'PAY-2231',
    ]);
    expect(names('the v1.2 release of 3 PM on the 3rd')).toEqual(['v1.2', 'PM']);
  });

  it('leaves out titles, days and endings', () => {
    expect(names('Did Dr. Charles Pearce meet Mr Osei on Mondays in May?')).toEqual([
      'Charles Pearce',
      'Osei',
    ]);
    expect(names("Is Anna's friend, the Michigan-based artist, here?")).toEqual(['Anna', 'Michigan']);
    expect(names('When did I say that?')).toEqual([]);
  });

  it('marks a single word that begins a sentence', () => {
    const marked = namesIn('Lumen needs iron. Anna Bell said so.', 'english');
    expect(marked.map(({ text, beginsSentence }) => [text, beginsSentence])).toEqual([
      ['Lumen', true],
      ['Anna Bell', false],
    ]);
  });

  it('does not mark one that owns something, unless it is said of anybody', () => {
    const marked = namesIn(
      "Dora's phone is new. User's phone is old. Today’s talk is long. It's late.",
      'english',
    );
    expect(marked.map(({ text, beginsSentence }) => [text, beginsSentence])).toEqual([
      ['Dora', false],
      ['User', true],
      ['Today', true],
    ]);
  });

  it('takes capitals for no names where other words have them too', () => {
    expect(names('What Is The Capital Of France?')).toEqual([]);
    expect(names('Wo wohnt der Zahnarzt von Anna?')).toEqual([]);
    expect(names('Ist Anna im Projekt PAY-2231?', 'german')).toEqual(['PAY-2231']);
  });

  it('stems the words of a name as the index does', () => {
    expect(namesIn('Is it Stories Ltd?', 'english')[0]?.stems).toEqual(['stori', 'ltd']);
  });
});
