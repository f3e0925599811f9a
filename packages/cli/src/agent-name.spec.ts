import { agentNamedAfter } from './agent-name.ts';

it.each([
  ['/home/ada/My Project!', 'My-Project'],
  ['/x/café', 'cafe'],
  ['/x/日本', 'default'],
  ['/', 'default'],
  [`/x/${'a'.repeat(200)}`, 'a'.repeat(128)],
])('the folder %s gives a valid name of an agent', (folder, name) => {
  expect(agentNamedAfter(folder)).toBe(name);
});
