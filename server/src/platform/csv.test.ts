import { type CsvCell, csvLine } from './csv.ts'

test.each<[what: string, cell: CsvCell, written: string]>([
  ['nothing', null, ''],
  ['a number', -0.5, '-0.5'],
  ['a date', new Date('2026-11-22T10:20:30Z'), '2026-11-22T10:20:30.000Z'],
  ['a text', 'slide 3', 'slide 3'],
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'the "best"', '"the ""best"""'],
  ['a line break', 'a\r\nb', '"a\r\nb"'],
  ['a semicolon', 'a;b', '"a;b"'],
  ['a tab', 'a\tb', '"a\tb"'],
  ['signs inside of a text', 'a-b+c=d@e; -1', '"a-b+c=d@e; -1"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a sum', '+1', "'+1"],
  ['a difference', '-1', "'-1"],
  ['a function', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula after a tab', '\t=1', `"'\t'=1"`],
  ['a carriage return', '\rx', `"'\rx"`],
  ['a formula after a semicolon', 'slide 3;=1+1', `"slide 3;'=1+1"`],
  ['formulas after semicolons', ';=1;-2;+3;@A', `";'=1;'-2;'+3;'@A"`],
  ['a formula in quotes after a semicolon', 'slide 3;"=1+1"', `"slide 3;'""=1+1"""`],
  ['a formula after a tab inside', 'slide 3\t@A1', `"slide 3\t'@A1"`],
  ['a formula in the next line', 'slide 3\n=1+1', `"slide 3\n'=1+1"`],
  ['a formula after a Windows line break', 'slide 3\r\n-1', `"slide 3\r\n'-1"`],
])('what is written for %s', (_, cell, written) => {
  expect(csvLine([cell, 'x'])).toBe(`${written},x\r\n`)
})

/** The cells that a program with another separator sees: quotes count at the start of a cell, and vanish. */
const cellsBy = (separator: string, line: string): string[] => {
  const cells: string[] = []
  for (let at = 0; at < line.length; ) {
    let cell = ''
    if (line[at] === '"') {
      for (at++; at < line.length && (line[at] !== '"' || line[at + 1] === '"'); at++) {
        if (line[at] === '"') at++
        cell += line[at]
      }
      at++
    }
    for (; at < line.length && line[at] !== separator && line[at] !== '\r' && line[at] !== '\n'; at++) cell += line[at]
    at++
    cells.push(cell)
  }
  return cells
}

test.each([';', '\t', ','])(
  'with the separator %j no text is a formula, wherever it stands in its line',
  (separator) => {
    const parts = [';', '\t', '\n', '"', '=1+1', '-1', 'x', ',']
    for (const one of parts) {
      for (const two of parts) {
        for (const three of parts) {
          const text = `s${one}${two}${three}=2`
          const cells = cellsBy(separator, csvLine([text, 'name', text]))
          expect([text, cells.filter((cell) => /^[=+\-@]/.test(cell))]).toEqual([text, []])
        }
      }
    }
  },
)
