import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { ConfigError, parseConfig, unresolvedPlaceholders } from './load-config.ts'

const placeholder = (name: string) => `$\{${name}}`

const problemsOf = (input: unknown): readonly string[] => {
  try {
    parseConfig(input)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('D1-3-32 D1-3-36 the log level is ERROR unless given, sign-up is open unless given', () => {
  expect(parseConfig(sampleConfig)).toMatchObject({ logLevel: 'ERROR', signupDisabled: false })
})

test('D1-3-38 unresolved placeholders are errors, named by where they are', () => {
  const input = {
    ...sampleConfig,
    appId: placeholder('APP_ID'),
    product: { ...sampleConfig.product, privacyUrl: `https://${placeholder('HOST')}/privacy` },
  }
  expect(problemsOf(input)).toEqual(['unresolved placeholder in appId', 'unresolved placeholder in product.privacyUrl'])
})

test('a value that is missing or of another kind is named', () => {
  const { version: _, ...incomplete } = sampleConfig
  expect(problemsOf({ ...incomplete, appId: 7 }).join('\n')).toMatch(/appId: .*\nversion: /)
})

test.each([null, 'text', 7, []])('%p is no configuration', (input) => {
  expect(problemsOf(input)).not.toEqual([])
})

test('D1-3-38 dollar signs and braces alone are no placeholders', () => {
  expect(unresolvedPlaceholders({ a: '$5 {x}', b: ['ok', placeholder('HERE')] })).toEqual(['b.1'])
})
