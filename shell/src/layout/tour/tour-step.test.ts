import { widthOf } from './tour-step.ts'

const step = { id: 'a', target: 'main', title: 'A', content: '' }

test.each([
  ['D2-2-95', undefined, 300],
  ['D2-2-95', 420, 420],
  ['D2-2-96', 100, 200],
])('%s a step of width %p is %d px wide', (_, width, expected) => {
  expect(widthOf({ ...step, width })).toBe(expected)
})
