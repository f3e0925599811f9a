import { ordered, type FoundRow } from '../../test/support/ordered-rows';

describe('newerFirst', () => {
  const born = ['anna', 'berg', 'born'];
  const paris = { content: 'Anna Berg was born in Paris, France.', day: 1, terms: born, score: 0.6 };
  const rome = { content: 'Anna Berg was born in Rome, Italy.', day: 2, terms: born };

  it('puts the newer value of one attribute of one person before the older one', () => {
    expect(ordered('Where was Anna Berg born?', [paris, rome])).toEqual([1, 0]);
    expect(ordered('where was anna berg born', [paris, rome])).toEqual([1, 0]);
  });

  it('leaves the newer one first where it is first', () => {
    expect(ordered('Where was Anna Berg born?', [rome, paris])).toEqual([0, 1]);
  });

  it('goes by the time from which they hold, where they name one', () => {
    const former = { ...rome, validFrom: 0 };
    expect(ordered('Where was Anna Berg born?', [paris, former])).toEqual([0, 1]);
    expect(ordered('Where was Anna Berg born?', [{ ...paris, validFrom: 1 }, rome])).toEqual([1, 0]);
  });

  it.each([
    ['another person', 'Ben Holt was born in Rome, Italy.', ['born']],
    ['a person with one of the names', 'Anna Holt was born in Rome, Italy.', ['anna', 'born']],
    ['another attribute', 'Anna Berg works for a bakery in Rome.', ['anna', 'berg']],
  ])('keeps the order of %s', (_, content, terms) => {
    expect(ordered('Where was Anna Berg born?', [paris, { content, day: 2, terms }])).toEqual([0, 1]);
  });

  it('orders memories without names by their words', () => {
    const query = 'On which day do we deploy?';
    const old = { content: 'We deploy on Fridays.', day: 1, terms: ['deploi'], score: 0.6 };
    const now = { content: 'Since May we deploy on Tuesdays.', day: 2, terms: ['deploi'] };
    const other = {
      content: 'Never deploy without a second review of the change.',
      day: 3,
      terms: ['deploi'],
    };
    expect(ordered(query, [old, now])).toEqual([1, 0]);
    expect(ordered(query, [old, { ...other, score: 0.1 }])).toEqual([0, 1]);
  });

  describe('of a question about one person', () => {
    const own = { content: 'User lives in Bristol.', day: 1, terms: ['user', 'live'] };
    const mothers = { content: "User's mother moved to York.", day: 2, terms: ['user', 'live'] };

    it.each(['Where does the user live?', 'where do I live'])('puts others behind: %s', (query) => {
      expect(
        ordered(query, [
          { ...mothers, score: 0.9 },
          { ...own, score: 0.5 },
        ]),
      ).toEqual([1, 0]);
      expect(
        ordered(query, [
          { ...mothers, score: 0.9 },
          { ...own, score: 0.4 },
        ]),
      ).toEqual([0, 1]);
    });

    it('takes nothing about others for newer', () => {
      expect(ordered('Where does the user live?', [own, mothers])).toEqual([0, 1]);
      expect(ordered("Where does the user's mother live?", [mothers, { ...own, day: 3 }])).toEqual([0, 1]);
    });
  });

  it('takes one of several persons that the question offers for another', () => {
    const query = 'Who volunteers at the shelter, Anna Berg, Ben Holt or Cara Dunn?';
    const terms = ['volunt', 'shelter'];
    const anna = { content: 'Anna Berg volunteers at the animal shelter.', day: 1, terms, score: 0.6 };
    const ben = { content: 'Ben Holt volunteers at the animal shelter.', day: 2, terms };
    expect(ordered(query, [anna, ben])).toEqual([1, 0]);
  });

  describe('of a memory that denies what is asked for', () => {
    const question = 'Which award did Anna Berg receive in 2018 for her work on medieval bridges?';
    const won: FoundRow = {
      content: 'Anna Berg received the Stone Award in 2018 for her work on medieval bridges.',
      day: 1,
      score: 0.9,
      terms: ['award', 'anna', 'berg', 'receiv', '2018', 'work', 'mediev', 'bridg'],
    };
    const denying = (content: string): FoundRow => ({ content, day: 2, score: 0.2, terms: ['anna', 'berg'] });
    const none = denying('Anna Berg has never won any awards, in 2018 or later.');

    it('puts it first, however little it says of the rest', () => {
      expect(ordered(question, [won, none])).toEqual([1, 0]);
      expect(ordered(question, [none, won])).toEqual([0, 1]);
      expect(ordered(question, [{ ...won, day: 3 }, none])).toEqual([0, 1]);
    });

    it.each([
      ['says it of another year', 'Anna Berg has never won any awards, in 2021 or later.'],
      ['says it of another person', 'Ben Holt has never won any awards, in 2018 or later.'],
      ['affirms it', 'Anna Berg spoke of awards in 2018.'],
      ['denies something else', 'Anna Berg gave her award away in 2018 and has not spoken of it since.'],
      ['ends the denial before it', 'Anna Berg did not speak in 2018. The award was in Rome.'],
      ['has a word that only begins so', 'Anna Berg noticed the notes on awards in 2018.'],
    ])('keeps the order if it %s', (_, content) => {
      expect(ordered(question, [won, denying(content)])).toEqual([0, 1]);
    });

    it.each([
      ['the question names no kind', 'Did Anna Berg receive an award in 2018 for her work on bridges?', won],
      [
        'the older one does not say the kind',
        question,
        { ...won, content: 'Anna Berg built a bridge in 2018.' },
      ],
      [
        'the older one denies it too',
        question,
        { ...won, content: 'Anna Berg got no award in 2018 for bridges.' },
      ],
      ['they are turns of a chat', question, { ...won, inThread: true }],
    ])('keeps the order if %s', (_, text, older) => {
      expect(ordered(text, [older, { ...none, inThread: older.inThread ?? false }])).toEqual([0, 1]);
    });

    it.each([
      ['What degrees does Anna Berg hold?', 'degrees', "Anna Berg doesn't hold any degrees."],
      ['How many children has Anna Berg?', 'children', 'Anna Berg has no children.'],
      ['In which languages is Anna Berg fluent?', 'languages', 'Anna Berg cannot speak foreign languages.'],
    ])('knows the kind in: %s', (text, kind, content) => {
      const older = { ...won, content: `Anna Berg has two of all the ${kind} that somebody could want.` };
      expect(ordered(text, [older, denying(content)])).toEqual([1, 0]);
    });
  });

  it('asks for more agreement between turns of a chat', () => {
    const turn = { inThread: true, terms: ['sprint', 'end'] };
    const first = { ...turn, content: 'User: My first sprint ends on March 29.', day: 1, score: 0.6 };
    const later = { ...turn, content: 'User: Which books end with a sprint scene?', day: 2 };
    expect(ordered('When does my sprint end?', [first, later])).toEqual([0, 1]);
    const terms = ['zoom', 'meet', 'professor', 'daniel', 'draft'];
    const old = {
      ...turn,
      terms,
      content: 'User: The Zoom meeting on the draft with Danielle is at 3 PM.',
      day: 1,
    };
    const moved = {
      ...old,
      content: 'User: The Zoom meeting on the draft with Danielle is now at 4:30 PM.',
      day: 2,
    };
    expect(ordered('What time is the Zoom meeting with Danielle on my draft?', [old, moved])).toEqual([1, 0]);
  });

  describe('in a chat with an assistant', () => {
    const terms = ['annual', 'budget', 'sneaker'];
    const said = (content: string, day: number): FoundRow => ({ content, day, terms, inThread: true });
    const old = said("User: I've spent $575 and I'm close to my $600 annual budget for sneakers.", 1);
    const now = said('User: Which sneakers fit my increased annual budget of $650?', 2);
    const question = 'What is my annual budget for buying sneakers?';

    it('puts a later message of the user that says enough of the question first', () => {
      expect(ordered(question, [old, now])).toEqual([1, 0]);
      expect(ordered(question, [now, old])).toEqual([0, 1]);
      expect(ordered(question, [old, { ...now, score: 0.1 }])).toEqual([1, 0]);
    });

    it('puts no message before a newer one of which it has what is asked for', () => {
      const plan = { ...old, content: 'User: The plan of the year is $600.', terms: ['annual'] };
      const later = { ...said('User: The budget for sneakers is $700.', 3), terms: ['budget', 'sneaker'] };
      const between = { ...now, terms: ['annual', 'budget'] };
      expect(ordered(question, [plan, later, between])).toEqual([1, 2, 0]);
    });

    it('orders messages that were stored together as they were said', () => {
      expect(ordered(question, [old, { ...now, day: old.day }])).toEqual([1, 0]);
    });

    it('takes a message to the assistant of another agent for one of another user', () => {
      const others = { ...now, namespace: 'another' };
      expect(ordered(question, [old, others])).toEqual([0, 1]);
      expect(ordered(question, [{ ...old, namespace: 'another' }, others])).toEqual([1, 0]);
    });

    it('asks for more of the question, the longer a message is', () => {
      const brief = {
        ...now,
        content: 'User: Does it fit my increased budget of $650, or what do you think?',
      };
      expect(ordered(question, [old, brief])).toEqual([1, 0]);
      const other = Array.from({ length: 60 }, (_, at) => `subject${at}`).join(' ');
      const long = { ...brief, content: `${brief.content} ${other}` };
      expect(ordered(question, [old, long])).toEqual([0, 1]);
      expect(ordered(question, [old, { ...long, content: `${long.content} annual sneakers` }])).toEqual([
        1, 0,
      ]);
    });

    it('takes a message without a name for one about the same, and one that names somebody else for another', () => {
      const text = 'What budget have I agreed on with Anna Berg?';
      const agreed = said('User: I agreed with Anna Berg on a budget of $500.', 1);
      const changed = said('User: The agreed budget was raised to $550.', 2);
      expect(ordered(text, [agreed, changed])).toEqual([1, 0]);
      const other = said('User: I agreed with Ben Holt on a budget of $90.', 2);
      expect(ordered(text, [agreed, other])).toEqual([0, 1]);
    });

    it('asks for less of the question if both give several of its names', () => {
      const text = 'What time should I plan to join the Zoom call with Professor Danielle about my draft?';
      const fixed = said(
        'User: My Zoom call with Professor Danielle about my draft is at 3 PM, what now?',
        1,
      );
      const moved = (names: string) =>
        said(
          `User: I am quite worried about missing the ${names}, which has been moved to 4:30 PM on Friday?`,
          2,
        );
      expect(ordered(text, [fixed, moved('Zoom call with Professor Danielle')])).toEqual([1, 0]);
      expect(ordered(text, [fixed, moved('call with my teacher')])).toEqual([0, 1]);
    });

    it('counts no name for what both are about', () => {
      const text = 'Which city is Anna Berg based in?';
      const based = said('User: Anna Berg is based in Seattle.', 1);
      expect(ordered(text, [based, said('User: Anna Berg has won an award.', 2)])).toEqual([0, 1]);
      expect(ordered(text, [based, said('User: Anna Berg is based in the city of Rome.', 2)])).toEqual([
        1, 0,
      ]);
    });

    it.each([
      ['of which the older one has other words', { terms: ['buy'] }],
      ['that says none of the question', { content: 'User: Which shoes fit, now that it is $650?' }],
      ['that is a reply', { content: 'Assistant: Your increased annual budget for sneakers is $650.' }],
    ])('keeps the order of a message %s', (_, fields) => {
      expect(ordered(question, [old, { ...now, ...fields }])).toEqual([0, 1]);
    });

    it.each([
      'Have I set an annual budget for sneakers?',
      'Can you list the order in which I brought up my annual budget for sneakers?',
      'Whatever: my annual budget for sneakers',
    ])('keeps the order where one value is not asked for: %s', (text) => {
      expect(ordered(text, [old, now])).toEqual([0, 1]);
    });

    it.each([
      'On which day does my budget for sneakers end?',
      'Hi, how much is my annual budget for sneakers?',
      'Wie hoch ist mein annual budget für sneakers?',
      'Bis wann gilt mein annual budget für sneakers?',
      'Quel est mon annual budget pour sneakers ?',
      '¿Cuánto es mi annual budget para sneakers?',
      'Où est mon annual budget pour sneakers ?',
    ])('knows a question for one value: %s', (text) => {
      expect(ordered(text, [old, now])).toEqual([1, 0]);
    });
  });

  it('keeps a far worse match where it is', () => {
    expect(ordered('Where was Anna Berg born?', [paris, { ...rome, score: 0.1 }])).toEqual([0, 1]);
  });

  it('compares results of a server that names no terms', () => {
    expect(
      ordered('Where was Anna Berg born?', [
        { ...paris, terms: [] },
        { ...rome, terms: [] },
      ]),
    ).toEqual([1, 0]);
  });

  describe('in other words', () => {
    const terms = ['photo', 'dive'];
    const older = { content: 'Photos of a dive have at most 12 MB.', day: 1, score: 0.6, terms };
    const question = 'How big may a photo of a dive be?';
    const withNewer = (content: string, score = 0.5) =>
      ordered(question, [older, { content, day: 2, score, terms }]);

    it.each([
      'From now on a dive photo may have 25 MB.',
      'The limit for photos of a dive was raised to 25 MB.',
      'Photos of a dive: up to 25 MB now.',
    ])('orders what has a word of change and another number: %s', (content) => {
      expect(withNewer(content)).toEqual([1, 0]);
    });

    it.each(['Mira took a photo of the dive boat.', 'Dive photos are shown in the order of the dive.'])(
      'keeps the order of another attribute: %s',
      (content) => {
        expect(withNewer(content, 0.3)).toEqual([0, 1]);
      },
    );
  });
});
