import { readFileSync } from 'node:fs'

/**
 * Applies a CSS module to the tests of a `describe`; under jest its class names are not changed.
 * @param file - absolute path
 */
export const applyStyles = (file: string): void => {
  const sheet = document.createElement('style')
  beforeAll(() => {
    sheet.textContent = readFileSync(file, 'utf8')
    document.head.append(sheet)
  })
  afterAll(() => sheet.remove())
}
