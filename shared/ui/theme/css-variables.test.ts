import { DEFAULT_THEME } from '@mantine/core'
import { cssVariablesResolver } from './css-variables.ts'
import { dark, light } from './tokens.ts'

const variables = cssVariablesResolver(DEFAULT_THEME)

test('every token of a scheme is a CSS variable, in both schemes', () => {
  expect(Object.keys(light)).toEqual(Object.keys(dark))
  expect(variables.light).toMatchObject({ '--lm-accent-tint': light.accentTint, '--lm-text2': light.text2 })
  expect(variables.dark).toMatchObject({ '--lm-accent-tint': dark.accentTint, '--lm-text2': dark.text2 })
})

test('the viewer has the same colours in both schemes', () => {
  expect(variables.variables).toMatchObject({ '--lm-viewer-canvas': '#000000', '--lm-viewer-text2': '#B5B5B5' })
})

test("Mantine's own variables have our colours", () => {
  expect(variables.dark).toMatchObject({ '--mantine-color-body': dark.page, '--mantine-color-error': dark.bad })
})
