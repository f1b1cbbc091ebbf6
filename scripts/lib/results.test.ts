import {
  jestCounts,
  jestFailures,
  jestFlaky,
  jestTimes,
  playwrightCounts,
  playwrightFailures,
  playwrightFlaky,
  playwrightTimes,
  total,
} from './results.mjs'

const jestReport = (tests: { fullName: string; status: string; invocations?: number }[], more = {}) => ({
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
    expect(jestCounts(report)).toEqual({ passed: 5, failed: 1, skipped: 3, flaky: 0 })
  })

  it('count a suite that could not run as a failure', () => {
    expect(jestCounts(jestReport([], { numRuntimeErrorTestSuites: 2 })).failed).toBe(3)
  })

  it('of Playwright', () => {
    expect(playwrightCounts(playwrightReport([spec('some other', 'skipped')]))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      flaky: 0,
    })
  })

  it('count an error outside tests as a failure', () => {
    const stats = { expected: 3, skipped: 0, unexpected: 0, flaky: 0 }
    expect(playwrightCounts(playwrightReport([], { stats, errors: [{ message: 'no server' }] })).failed).toBe(1)
  })

  it('count what passed at another try as passed, and as flaky', () => {
    const stats = { expected: 3, skipped: 0, unexpected: 0, flaky: 1 }
    expect(playwrightCounts(playwrightReport([], { stats }))).toEqual({ passed: 4, failed: 0, skipped: 0, flaky: 1 })
    const tests = [
      { fullName: 'again', status: 'passed', invocations: 2 },
      { fullName: 'at once', status: 'passed', invocations: 1 },
      { fullName: 'never', status: 'failed', invocations: 3 },
    ]
    expect(jestCounts(jestReport(tests))).toEqual({ passed: 5, failed: 1, skipped: 3, flaky: 1 })
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
      { passed: 1, failed: 0, skipped: 2, flaky: 1 },
      { passed: 3, failed: 1, skipped: 0, flaky: 1 },
    ])
    expect(sum).toEqual({ passed: 4, failed: 1, skipped: 2, flaky: 2 })
  })
})

describe('the failures named at the end of a run', () => {
  const suite = { name: '/tree/server/test/some.test.ts', status: 'failed', message: 'Cannot find module' }
  const failed = {
    fullName: 'D1-1-01 adds up',
    status: 'failed',
    failureMessages: ['\u001b[31mExpected: 1\u001b[39m\n\nReceived: 2'],
  }

  it('of jest have the name of the file, the title, and the message without colours and empty lines', () => {
    const passed = { fullName: 'some other', status: 'passed', failureMessages: [] }
    expect(jestFailures({ testResults: [{ ...suite, assertionResults: [passed, failed] }] })).toEqual([
      { title: 'some.test.ts › D1-1-01 adds up', message: ['Expected: 1', 'Received: 2'] },
    ])
  })

  it('of a suite that could not run have its message', () => {
    expect(jestFailures({ testResults: [{ ...suite, assertionResults: [] }] })).toEqual([
      { title: 'some.test.ts', message: ['Cannot find module'] },
    ])
  })

  it('of Playwright include errors outside tests, but nothing that passed at another try', () => {
    const failing = { status: 'unexpected', results: [{ error: { message: 'Not visible' } }, {}] }
    const retried = { status: 'flaky', results: [{ error: { message: 'Too late' } }, {}] }
    const specs = [
      { title: 'shows', file: 'some.spec.ts', tests: [failing] },
      { title: 'hides', file: 'some.spec.ts', tests: [retried] },
      { ...spec('passes', 'expected'), file: 'other.spec.ts' },
    ]
    const report = { suites: [{ suites: [{ specs }] }], errors: [{ message: 'no server' }] }
    expect(playwrightFailures(report)).toEqual([
      { title: 'some.spec.ts › shows', message: ['Not visible'] },
      { title: 'outside the tests', message: ['no server'] },
    ])
    expect(playwrightFlaky(report)).toEqual([{ title: 'some.spec.ts › hides', message: ['Too late'] }])
  })
})

test('what jest had to try again is named with what its first try said', () => {
  const again = { fullName: 'loads', status: 'passed', invocations: 2, retryReasons: ['Expected: 1'] }
  const once = { fullName: 'stays', status: 'passed', invocations: 1, retryReasons: [] }
  expect(jestFlaky({ testResults: [{ name: '/tree/a.test.ts', assertionResults: [again, once] }] })).toEqual([
    { title: 'a.test.ts › loads', message: ['Expected: 1'] },
  ])
})

test('the time of each file is that of all tries of its tests', () => {
  expect(jestTimes({ testResults: [{ name: '/tree/a.test.ts', startTime: 1000, endTime: 3500 }] })).toEqual([
    { file: '/tree/a.test.ts', seconds: 2.5 },
  ])
  const specs = [
    { file: 'a.spec.ts', tests: [{ results: [{ duration: 1000 }, { duration: 2000 }] }] },
    { file: 'a.spec.ts', tests: [{ results: [{ duration: 500 }] }] },
  ]
  expect(playwrightTimes({ suites: [{ specs }] })).toEqual([{ file: 'e2e/a.spec.ts', seconds: 3.5 }])
})
