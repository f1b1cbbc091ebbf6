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
  ['c', { ctrlKey: true }, 'Control+c'],
  ['r', { target: document.createElement('input') }, null],
])('the key %s with %j is %s', (key, more, name) => {
  expect(press(key, more)).toBe(name)
})

test('the key that copies is of the browser while text is selected', () => {
  document.body.textContent = 'text'
  getSelection()?.selectAllChildren(document.body)
  expect(press('c', { ctrlKey: true })).toBeNull()
  expect(press('v', { ctrlKey: true })).toBe('Control+v')
  getSelection()?.removeAllRanges()
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
