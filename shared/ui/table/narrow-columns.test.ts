import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss, { type AtRule } from 'postcss'
import { minimumWidths, tableWidths } from './mantine-columns.tsx'

test('D1-2.2-17 columns for wide windows are hidden at 1000 px and shown at 1001 px', () => {
  const css = postcss.parse(readFileSync(path.join(import.meta.dirname, 'data-table.module.css'), 'utf8'))
  const hidingMedia: string[] = []
  css.walkRules('.wideOnly', (rule) => {
    if (rule.some((node) => node.type === 'decl' && node.prop === 'display' && node.value === 'none')) {
      hidingMedia.push((rule.parent as AtRule).params)
    }
  })
  expect(hidingMedia).toEqual(['(width < 1001px)'])
})

test('the minimum width counts the shown columns only', () => {
  const columns = [
    { id: 'name', title: 'Name', isName: true },
    { id: 'owner', title: 'Owner', width: 150, wideOnly: true },
    { id: 'created', title: 'Created', width: 168, minTableWidth: 480 },
    { id: 'action', title: 'Action', width: 56 },
  ] as const
  expect(minimumWidths(columns)).toMatchObject({
    '--wide-340': '336px',
    '--narrow-340': '186px',
    '--wide-480': '504px',
    '--narrow-480': '354px',
    '--wide-760': '504px',
  })
})

test('columns are hidden at the widths at which the minimum is without them', () => {
  const css = postcss.parse(readFileSync(path.join(import.meta.dirname, 'data-table.module.css'), 'utf8'))
  const below: string[] = []
  css.walkAtRules('container', (rule) => {
    below.push(rule.params)
  })
  expect(below).toEqual(tableWidths.flatMap((room) => (room ? [`(width < ${room}px)`] : [])).reverse())
})
