import { convertSample, type LocomoQuestion, type LocomoSample } from './locomo-conversion';

function sample(qa: LocomoQuestion[] = []): LocomoSample {
  return {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ada',
      speaker_b: 'Ben',
      session_10: [{ speaker: 'Ben', dia_id: 'D10:1', text: 'Back again.' }],
      session_10_date_time: '9:00 am on 2 June, 2023',
      session_2: [
        { speaker: 'Ada', dia_id: 'D2:1', text: 'Look!', blip_caption: 'a photo of a dog' },
        { speaker: 'Ben', dia_id: 'D2:2', text: 'Nice.' },
      ],
      session_2_date_time: '1:56 pm on 8 May, 2023',
      session_11_date_time: '9:00 am on 3 June, 2023',
    },
    qa,
  };
}

function evidenceOf(evidence: string[] | undefined): string[] | undefined {
  return convertSample(sample([{ question: 'Who?', category: 4, evidence }])).questions[0]?.evidence;
}

describe('convertSample', () => {
  it('puts time and speaker before what was said, in the order of the sessions', () => {
    expect(convertSample(sample()).memories).toEqual([
      {
        id: 'D2:1',
        session: 'session_2',
        content: '[1:56 pm on 8 May, 2023] Ada: Look! [Image: a photo of a dog]',
      },
      { id: 'D2:2', session: 'session_2', content: '[1:56 pm on 8 May, 2023] Ben: Nice.' },
      { id: 'D10:1', session: 'session_10', content: '[9:00 am on 2 June, 2023] Ben: Back again.' },
    ]);
  });

  it.each([
    [1, 'multi-hop'],
    [2, 'temporal'],
    [3, 'open-domain'],
    [4, 'single-hop'],
    [5, 'adversarial'],
  ])('names category %i %s', (category, name) => {
    const converted = convertSample(sample([{ question: 'Who?', category, evidence: ['D2:1'] }]));
    expect(converted.questions).toEqual([{ question: 'Who?', category: name, evidence: ['D2:1'] }]);
  });

  it('refuses a category that it does not know', () => {
    expect(() => convertSample(sample([{ question: 'Who?', category: 6 }]))).toThrow('category 6');
  });

  it('takes apart entries that name several turns, each turn once', () => {
    expect(evidenceOf(['D2:1; D10:1', 'D2:2', 'D2:1'])).toEqual(['D10:1', 'D2:1', 'D2:2']);
  });

  it('reads padded turn numbers', () => {
    expect(evidenceOf(['D10:01'])).toEqual(['D10:1']);
  });

  it('leaves out what names no turn of the conversation', () => {
    expect(evidenceOf(['D', 'D:2:1', 'D2:99'])).toEqual([]);
  });

  it('gives an empty list where the question has no evidence', () => {
    expect(evidenceOf(undefined)).toEqual([]);
  });
});
