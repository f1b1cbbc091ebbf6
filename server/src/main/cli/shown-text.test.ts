import { shownLines, shownText } from './shown-text.ts'
import { table } from './table.ts'

const esc = '\u001b'

test.each([
  ['a sequence that clears the screen', `Slow${esc}[2J`, 'Slow\uFFFD[2J'],
  ['its form of one byte', 'Slow\u009b2J', 'Slow\uFFFD2J'],
  ['a title of the window', `${esc}]0;x\u0007`, '\uFFFD]0;x\uFFFD'],
  ['an end of the line', 'Slow\r\n2026-11-23  activate\u2028x', 'Slow  2026-11-23  activate x'],
  ['another direction', 'exe.\u202egpj\u2066', 'exe.\uFFFDgpj\uFFFD'],
  ['nothing of that', 'Größer als 3 µm – 👍', 'Größer als 3 µm – 👍'],
])('a text with %s is one line that says so', (_what, text, shown) => expect(shownText(text)).toBe(shown))

test('a message of the command keeps its own lines', () => {
  expect(shownLines(`No.\n  auth${esc}[1A`)).toBe('No.\n  auth\uFFFD[1A')
})

test('a table has one line per row, whatever is in its cells', () => {
  expect(table(['who', 'reason'], [['mara', `Slow\nmara  ${esc}[8mGood`]])).toBe(
    'who   reason\nmara  Slow mara  \uFFFD[8mGood',
  )
})
