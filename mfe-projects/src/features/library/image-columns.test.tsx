import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import { imageColumns } from './image-columns.tsx'

const columns = imageColumns('available', new Map())
/** Width of the boxes before the name. */
const boxes = 44

test.each([648, 760, 1040])('in a table of %d px the name has room for its picture and about 30 letters', (room) => {
  const shown = columns.filter(({ minTableWidth = 0 }) => minTableWidth <= room)
  const others = shown.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), boxes)
  expect(room - others).toBeGreaterThanOrEqual(300)
})

test('the dimensions are below the name where they have no column', () => {
  const css = postcss.parse(readFileSync(path.join(import.meta.dirname, 'image-columns.module.css'), 'utf8'))
  const below: string[] = []
  css.walkAtRules('container', ({ params }) => {
    below.push(params)
  })
  const room = columns.find(({ id }) => id === 'dimensions')?.minTableWidth
  expect(below).toEqual([`(width < ${room}px)`])
})
