import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss, { type AtRule } from 'postcss'

/** Media and container conditions under which a rule of a style sheet sets a property. */
const conditionsOf = (file: string, selector: RegExp, property: string): string[] => {
  const conditions: string[] = []
  postcss.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')).walkRules(selector, (rule) => {
    const isInMedia = rule.parent?.type === 'atrule'
    if (isInMedia && rule.some((node) => node.type === 'decl' && node.prop === property)) {
      conditions.push((rule.parent as AtRule).params)
    }
  })
  return conditions
}

test.each([
  ['portal-layout.module.css', /^\.portal\b/, 'grid-template'],
  ['header/header.module.css', /^\.header \.logo$/, 'width'],
])('D1-2.6-10 in %s the narrow layout begins below 1001 px', (file, selector, property) => {
  const conditions = conditionsOf(file, selector, property)
  expect(conditions.length).toBeGreaterThan(0)
  expect(new Set(conditions)).toEqual(new Set(['(max-width: 1000.98px)']))
})
