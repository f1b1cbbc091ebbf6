import {
  coverageOf,
  idsOf,
  parseGaps,
  parseStatements,
  passedInJest,
  passedInPlaywright,
  unknownIds,
} from './statements.mjs'

const statements = parseStatements(
  [
    'id\tsection\tstatement\tmilestone',
    'D9-2.6-01\t2.6\tThe header is on all pages\tB',
    'D9-9-06\t9\tNarrow under 1001 px: see D9-2.6-10, D9-2.6-01\tB',
    'D9-2.6-10\t2.6\tNarrow layout means below 1001 px\tB',
    'D8-1-01\t1\tSomething later\tC',
  ].join('\n'),
)
const coverage = (titles: string[], gaps = '') => {
  const { shown, referred, explained, open } = coverageOf(statements, 'B', titles, parseGaps(gaps))
  return [shown, referred, explained, open].map((rows) => rows.map(({ id }) => id))
}

describe('coverage of the specification by tests', () => {
  it.each([
    ['D9-2.6-01 the header', ['D9-2.6-01']],
    ['D9-2.6-01, D9-9-06 and D8-1-01', ['D9-2.6-01', 'D9-9-06', 'D8-1-01']],
    ['D9-1-01 D9-1-02 D9-1-03 D9-1-04 claims too much', []],
    ['nothing', []],
  ])('the ids of title %#', (title, ids) => {
    expect(idsOf(title)).toEqual(ids)
  })

  it('counts a row that refers to others separately, when all of them are shown', () => {
    expect(coverage(['D9-2.6-01 x'])).toEqual([['D9-2.6-01'], [], [], ['D9-9-06', 'D9-2.6-10']])
    expect(coverage(['D9-2.6-01 x', 'D9-2.6-10 y'])).toEqual([['D9-2.6-01', 'D9-2.6-10'], ['D9-9-06'], [], []])
  })

  it('accepts an explanation with a reason', () => {
    expect(coverage([], '| D9-2.6-01 | because |\n| D9-2.6-10 |  |')).toEqual([
      [],
      [],
      ['D9-2.6-01'],
      ['D9-9-06', 'D9-2.6-10'],
    ])
  })

  it('finds unknown ids, also in titles with too many', () => {
    const titles = ['D9-2.6-01 real', 'D9-2.6-99 invented', 'D9-2.6-01 D9-9-06 D8-1-01 D9-2.6-98 too many']
    expect(unknownIds(statements, titles)).toEqual(['D9-2.6-99', 'D9-2.6-98'])
  })

  it('counts only tests that ran and passed', () => {
    const tests = ['passed', 'failed', 'pending'].map((status) => ({ title: status, status }))
    expect(passedInJest({ testResults: [{ assertionResults: tests }] })).toEqual(['passed'])
    const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
      title: status,
      tests: [{ status }],
    }))
    expect(passedInPlaywright({ suites: [{ suites: [{ specs }] }] })).toEqual(['expected', 'flaky'])
  })
})
