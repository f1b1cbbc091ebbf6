import { jestCounts, playwrightCounts, total } from './results.mjs'

const jestReport = (tests: { fullName: string; status: string }[], more = {}) => ({
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 0,
  testResults: [{ assertionResults: tests }],
  ...more,
})

const spec = (title: string, status: string, tags: string[] = []) => ({ title, tags, tests: [{ status }] })
const playwrightReport = (specs: object[], more = {}) => ({
  stats: { expected: 3, skipped: 2, unexpected: 1, flaky: 0 },
  suites: [{ specs: [], suites: [{ specs }] }],
  errors: [],
  ...more,
})

describe('the counts of a run', () => {
  it('of jest', () => {
    const report = jestReport([{ fullName: 'some other', status: 'pending' }])
    expect(jestCounts(report)).toEqual({ passed: 5, failed: 1, skipped: 3 })
  })

  it('count a suite that could not run as a failure', () => {
    expect(jestCounts(jestReport([], { numRuntimeErrorTestSuites: 2 })).failed).toBe(3)
  })

  it('of Playwright', () => {
    expect(playwrightCounts(playwrightReport([spec('some other', 'skipped')]))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
    })
  })

  it('count a flaky test and an error outside tests as failures', () => {
    const stats = { expected: 3, skipped: 0, unexpected: 0, flaky: 1 }
    expect(playwrightCounts(playwrightReport([], { stats, errors: [{ message: 'no server' }] })).failed).toBe(2)
  })

  it.each([
    ['title', jestCounts(jestReport([{ fullName: 'upload @main-job', status: 'pending' }]))],
    ['title', playwrightCounts(playwrightReport([spec('upload @main-job', 'skipped')]))],
    ['tag', playwrightCounts(playwrightReport([spec('upload', 'skipped', ['main-job'])]))],
    ['tag', playwrightCounts(playwrightReport([spec('upload', 'skipped', ['@main-job'])]))],
  ])('make a skipped test of the main job a failure, known by its %s', (_mark, counts) => {
    expect(counts.failed).toBe(2)
  })

  it('do not count a main-job test that ran as skipped', () => {
    expect(playwrightCounts(playwrightReport([spec('upload', 'expected', ['main-job'])])).failed).toBe(1)
  })

  it('add up', () => {
    const sum = total([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ])
    expect(sum).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })
})
