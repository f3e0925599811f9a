import { meantOf } from './judging';

it('keeps those that are meant, in their order, and lets requests be served in between', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const busy = (item: number) => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    return item % 2 === 1;
  };
  const meant = await meantOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], busy);
  clearInterval(timer);
  expect(meant).toEqual([1, 3, 5, 7, 9, 11]);
  expect(turns).toBeGreaterThan(1);
});
