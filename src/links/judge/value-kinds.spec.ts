import { comparedKinds, kindsOf } from './value-kinds';

const compared = (one: string, other: string) => comparedKinds(kindsOf(one), kindsOf(other));

describe('kindsOf', () => {
  it.each([
    ['Rent is £1,850 a month.', { money: ['1850'] }],
    ['The fee is 45 euros.', { money: ['45'] }],
    ['Standup is at 9:15 on Mondays.', { hour: ['9:15'], day: ['mon'] }],
    ['Logs are kept for 14 days.', { span: ['14'] }],
    ['Discount: 12%.', { share: ['12'] }],
    ['Release 3.4.1 is out.', { version: ['3.4.1'] }],
    ['Termin am Dienstag', { day: ['tue'] }],
  ])('reads %j', (text, wanted) => {
    const read = [...kindsOf(text)].map(([kind, values]) => [kind, [...values]]);
    expect(Object.fromEntries(read)).toEqual(wanted);
  });
});

describe('comparedKinds', () => {
  it('finds values of the same measure that differ', () => {
    expect(compared('Rent is £1,850.', 'Rent goes up to £1,940.')).toEqual({ shared: 1, differing: 1 });
  });

  it('finds no difference between equal values, and none between measures', () => {
    expect(compared('Costs 20 euros.', 'It is 20 euros.')).toEqual({ shared: 1, differing: 0 });
    expect(compared('Costs 20 euros.', 'It takes 20 days.')).toEqual({ shared: 0, differing: 0 });
  });
});
