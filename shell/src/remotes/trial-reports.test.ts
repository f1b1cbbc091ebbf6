import { configureHttp } from '@lamella/shared/api'
import { reportVersion } from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { waitFor } from '@testing-library/react'
import { noteUse, reportTo } from './trial-reports.ts'

let server: ContractServer
let reports: unknown[][]
beforeAll(() => configureHttp({ baseUrl: location.origin }))
beforeEach(() => {
  reports = []
  server = ContractServer.start().on(reportVersion, ({ body }) => {
    reports.push(body.data.reports)
    return undefined
  })
})
afterEach(() => {
  reportTo({})
  server.close()
})

// What a page has noted it does not forget: each test has a version of its own.
let patch = 0
const newTrial = () => {
  patch += 1
  return { app: 'projects', version: `1.1.${patch}` }
}
const reported = (expected: unknown[][]) => waitFor(() => expect(reports).toEqual(expected))

test('what happened before it was known who gets what is reported then, together and once', async () => {
  const trial = newTrial()
  noteUse(trial, 'load')
  noteUse(trial, 'failure')
  noteUse(trial, 'failure')
  reportTo({ projects: trial.version })
  const both = [
    { ...trial, outcome: 'load' },
    { ...trial, outcome: 'failure' },
  ]
  await reported([both])
  reportTo({ projects: trial.version })
  const other = newTrial()
  reportTo({ projects: other.version })
  noteUse(other, 'load')
  await reported([both, [{ ...other, outcome: 'load' }]])
})

test('what happens later is reported soon; other versions and apps without a trial are not', async () => {
  const trial = newTrial()
  noteUse(trial, 'load')
  reportTo({ projects: trial.version })
  await reported([[{ ...trial, outcome: 'load' }]])
  noteUse({ app: 'projects', version: '1.0.0' }, 'failure')
  noteUse({ app: 'auth', version: trial.version }, 'load')
  noteUse(trial, 'failure')
  await reported([[{ ...trial, outcome: 'load' }], [{ ...trial, outcome: 'failure' }]])
})

test('a refused report disturbs nobody', async () => {
  server.on(reportVersion, ({ body }) => {
    reports.push(body.data.reports)
    return new Refusal('ERR_0429')
  })
  const trial = newTrial()
  reportTo({ projects: trial.version })
  noteUse(trial, 'load')
  await waitFor(() => expect(reports.length).toBeGreaterThan(0))
})
