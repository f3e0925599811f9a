import { SliceBudget } from './sentence-model';

it('offers what a model embeds in 40 ms, from slow to fast and back', () => {
  const budget = new SliceBudget();
  expect(budget.tokens).toBe(20);
  for (let slice = 0; slice < 50; slice++) budget.measured(400, 40);
  expect(budget.tokens).toBeGreaterThan(390);
  for (let slice = 0; slice < 50; slice++) budget.measured(40, 40);
  expect(budget.tokens).toBeLessThan(45);
});
