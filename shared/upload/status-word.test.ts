import { statusWord } from './status-word.ts'

test.each([
  ['D3-2-97', 'added', 'pending'],
  ['D3-2-97', 'queue', 'pending'],
  ['D3-2-98', 'error', 'failed'],
  ['D3-2-99', 'uploading', 'uploading'],
  ['D3-2-99', 'paused', 'paused'],
  ['D3-2-99', 'restarting', 'restarting'],
  ['D3-2-99', 'complete', 'complete'],
  ['D3-2-99', 'cancelled', 'cancelled'],
] as const)('%s D3-3-06 the status %s is shown as %s', (_, status, word) => {
  expect(statusWord(status)).toBe(word)
})
