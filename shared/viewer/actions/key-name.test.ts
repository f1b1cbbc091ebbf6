import { keyNameOf, keyWords } from './key-name.ts'

const press = (key: string, more: object = {}) =>
  keyNameOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, target: document.body, ...more })

test.each([
  ['r', {}, 'r'],
  ['R', { shiftKey: true }, 'Shift+r'],
  ['R', {}, 'r'],
  ['?', { shiftKey: true }, '?'],
  ['ArrowLeft', { shiftKey: true }, 'Shift+ArrowLeft'],
  ['r', { ctrlKey: true }, null],
  ['r', { metaKey: true }, null],
  ['z', { metaKey: true }, 'Control+z'],
  ['Z', { ctrlKey: true, shiftKey: true }, 'Control+Shift+z'],
  ['r', { target: document.createElement('input') }, null],
])('the key %s with %j is %s', (key, more, name) => {
  expect(press(key, more)).toBe(name)
})

test.each([
  ['Shift+r', 'Shift R'],
  ['+', '+'],
  ['-', '-'],
  ['ArrowLeft', '←'],
  ['Shift+Enter', 'Shift Enter'],
  [' ', 'Space bar'],
])('the name %s is read as %s', (name, words) => {
  expect(keyWords(name)).toBe(words)
})
