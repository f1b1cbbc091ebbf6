import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss, { type AtRule } from 'postcss'

test('D1-2.2-17 columns for wide windows leave a table at 1000 px and are there at 1001 px', () => {
  const css = postcss.parse(readFileSync(path.join(import.meta.dirname, 'data-table.module.css'), 'utf8'))
  const hidingMedia: string[] = []
  css.walkRules('.wideOnly', (rule) => {
    if (rule.some((node) => node.type === 'decl' && node.prop === 'display' && node.value === 'none')) {
      hidingMedia.push((rule.parent as AtRule).params)
    }
  })
  expect(hidingMedia).toEqual(['(width < 1001px)'])
})
