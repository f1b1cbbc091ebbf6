import { readFileSync } from 'node:fs'

/** For the tests of a `describe`: the rules of a CSS module, whose class names are as written when jest runs. */
export const applyStyles = (file: string): void => {
  const sheet = document.createElement('style')
  beforeAll(() => {
    sheet.textContent = readFileSync(file, 'utf8')
    document.head.append(sheet)
  })
  afterAll(() => sheet.remove())
}
