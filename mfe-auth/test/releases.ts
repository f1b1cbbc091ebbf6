import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'

type Check = contract.EndpointOutput<typeof contract.checkRelease>['data']
type HistoryEntry = contract.EndpointOutput<typeof contract.releaseHistory>['data'][number]

const page = <T>(data: T[]) => ({ data, links: { next: null } })
const hour = 3_600_000
/** Timestamp some hours ago. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

const told = { sessions: 42_680, failures: 0.28, LCP: 2100, INP: 164, CLS: 0.06 }

export const overviewOf = (app: string, changes: Partial<contract.AppOverview> = {}): contract.AppOverview => ({
  app,
  pointer: '"7"',
  active: { version: '2.14.3', since: hoursAgo(9 * 24), by: 'Jonas Weber', reason: 'Fixes the empty library' },
  trial: null,
  newest: { version: '2.14.3', published: hoursAgo(9 * 24), notes: null, misfits: [], missing: null },
  previous: '2.14.2',
  last24h: told,
  ...changes,
})

export const trialOf = (changes: Partial<contract.TrialView> = {}): contract.TrialView => ({
  version: '2.15.0',
  share: 10,
  users: [],
  organisations: [],
  since: hoursAgo(30),
  by: 'Jonas Weber',
  reason: 'New label set page',
  limits: { failures: 2, minimum: 20 },
  until: null,
  promotion: null,
  observed: { trial: { users: 412, failed: 1 }, stable: { users: 3890, failed: 12 } },
  ...changes,
})

export const seriesOf = (
  version: string,
  role: contract.VersionSeries['role'],
  changes: Partial<contract.VersionSeries> = {},
): contract.VersionSeries => ({
  version,
  role,
  published: hoursAgo(48),
  notes: null,
  size: { bytes: 1_258_291, firstLoad: 219_136 },
  total: { ...told, sessions: 4310 },
  hours: Array.from({ length: 24 }, (_, index) => ({ at: hoursAgo(23 - index), ...told, sessions: 100 })),
  ...changes,
})

export const entryOf = (
  action: HistoryEntry['action'],
  version: string,
  changes: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  at: hoursAgo(20),
  action,
  version,
  traffic: null,
  actor: 'Jonas Weber',
  reason: null,
  ...changes,
})

const fits: Check = {
  files: 38,
  damaged: [],
  misfits: [],
  parts: {
    shell: { passed: 1, total: 1, version: '3.9.1' },
    shared: { passed: 12, total: 12 },
    calls: { passed: 48, total: 48 },
    routes: { passed: 9, total: 9 },
    files: { passed: 38, total: 38 },
  },
}

/** Test server with the releases of some apps; tests change its data. */
export class TestReleases {
  apps = [overviewOf('shell'), overviewOf('projects')]
  versions = [seriesOf('2.14.3', 'active'), seriesOf('2.14.2', 'previous')]
  history: HistoryEntry[] = []
  tokens: contract.OperatorToken[] = []
  removable: contract.RemovableRelease[] = []
  /** Result per version; others fit. */
  checks: Record<string, Partial<Check>> = {}
  /** Changes that were made: what, with which state, and what was sent. */
  readonly made: { call: string; pointer: string | undefined; data: unknown }[] = []
  /** Refuses all changes. */
  refusal: Refusal | null = null
  readonly server: ContractServer

  constructor() {
    this.server = ContractServer.start()
      .on(contract.releaseOverview, () => page(this.apps))
      .on(contract.releaseSeries, () => ({ data: { versions: this.versions } }))
      .on(contract.releaseHistory, () => page(this.history))
      .on(contract.checkRelease, ({ params }) => ({ data: { ...fits, ...this.checks[params.version] } }))
      .on(contract.listOperatorTokens, () => page(this.tokens))
      .on(contract.removableReleases, () => ({ data: { versions: this.removable } }))
      .on(contract.removeRelease, ({ params, body }) =>
        this.#note(`remove ${params.app} ${params.version}`, undefined, body.data, undefined),
      )
      .on(contract.pruneReleases, ({ params, body }) =>
        this.#note(`prune ${params.app}`, undefined, body.data, { data: { removed: ['2.13.0', '2.12.0'], kept: [] } }),
      )
      .on(contract.activateRelease, ({ params, headers, body }) =>
        this.#change(`activate ${params.app} ${params.version}`, headers['if-match'], body.data, undefined),
      )
      .on(contract.rollbackRelease, ({ params, headers, body }) =>
        this.#change(`rollback ${params.app}`, headers['if-match'], body?.data, { data: { version: '2.14.2' } }),
      )
      .on(contract.startTrial, ({ params, headers, body }) =>
        this.#change(`try ${params.app}`, headers['if-match'], body.data, undefined),
      )
      .on(contract.changeTrial, ({ params, headers, body }) =>
        this.#change(`change trial of ${params.app}`, headers['if-match'], body.data, undefined),
      )
      .on(contract.endTrial, ({ params, headers, body }) =>
        this.#change(`end trial of ${params.app}`, headers['if-match'], body.data, undefined),
      )
  }

  #note<Answer>(call: string, pointer: string | undefined, data: unknown, answer: Answer): Answer | Refusal {
    if (this.refusal) return this.refusal
    this.made.push({ call, pointer, data })
    return answer
  }

  /** As the server: a change needs the state on which it was decided. */
  #change<Answer>(call: string, pointer: string | undefined, data: unknown, answer: Answer): Answer | Refusal {
    return pointer === undefined ? new Refusal('ERR_6009') : this.#note(call, pointer, data, answer)
  }

  close(): void {
    this.server.close()
  }
}
