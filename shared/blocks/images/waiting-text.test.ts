import { waitingText } from './waiting-text.ts'

test.each([
  [0, null, 'Next'],
  [1, null, 'After 1 task'],
  [1200, null, 'After 1,200 tasks'],
  [0, { from: 4, to: 40 }, 'Next, under a minute'],
  [2, { from: 10, to: 60 }, 'After 2 tasks, about 1 min'],
  [2, { from: 119, to: 121 }, 'After 2 tasks, about 1–3 min'],
  [9, { from: 600, to: 7199 }, 'After 9 tasks, about 10–120 min'],
  [9, { from: 600, to: 7201 }, 'After 9 tasks, about 1–3 h'],
  [9, { from: 7300, to: 7400 }, 'After 9 tasks, about 2–3 h'],
])('%d before, %j seconds: "%s"', (before, seconds, text) => {
  expect(waitingText({ id: 'm', imageId: 'i', before, seconds })).toBe(text)
})
