import { type FailureRecord, onFailure } from '@lamella/shared/api'
import type { RuntimeConfig } from '@lamella/shared/contract'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import { tell } from '../telemetry/beacon.ts'
import { showsVersion, type VersionInUse, versionOfError } from '../telemetry/version-in-use.ts'
import type { RemoteFailure } from './remote-failure.ts'
import { noteUse } from './trial-reports.ts'

/** One entry of the in-memory log. */
export interface TelemetryEntry {
  /** Milliseconds since 1970. */
  at: number
  event: 'remote-failed' | 'registry-skipped' | 'federation-error' | 'render-error' | 'call-failed'
  app: string | null
  version: string | null
  detail: string
  /** Record of a failed call (D1-8-26). */
  failure?: FailureRecord
}

/** Number of entries kept; the oldest are dropped. */
const capacity = 200

const log: TelemetryEntry[] = []

declare global {
  /** Newest entry last; for debugging in the browser's console. */
  var __LAMELLA_TELEMETRY__: readonly TelemetryEntry[] | undefined
}
globalThis.__LAMELLA_TELEMETRY__ = log

type LogLevel = RuntimeConfig['logLevel']

const severities: Record<LogLevel, number> = { TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, OFF: 5 }
let threshold: LogLevel = 'ERROR'

/** Minimum level printed to the console (D1-3-32); the in-memory log takes all. */
export function setLogLevel(level: LogLevel): void {
  threshold = level
}

function record(level: 'WARN' | 'ERROR', entry: Omit<TelemetryEntry, 'at'>, error: unknown): void {
  log.push({ at: Date.now(), ...entry })
  if (log.length > capacity) log.shift()
  if (severities[level] < severities[threshold]) return
  const print = level === 'ERROR' ? console.error : console.warn
  print(`${entry.event}: ${entry.detail}`, error)
}

/** Logs a failed attempt to load or render a page of a remote. */
export function reportRemoteFailure({ app, version, routeId, stage, error }: RemoteFailure): void {
  const detail = `${app} ${version}, ${stage} ${routeId}: ${messageOf(error)}`
  record('WARN', { event: 'remote-failed', app, version, detail }, error)
  tell({ kind: 'failure', app, version, stage })
  noteUse({ app, version }, 'failure')
}

/** Tells how long a page of a remote took to load; it is the one on the screen from now on. */
export function reportPageLoad(version: VersionInUse, milliseconds: number): void {
  showsVersion(version)
  tell({ kind: 'load', value: Math.round(milliseconds), ...version })
  reportUse(version)
}

const day = 86_400_000
/** Milliseconds between two looks whether a day has passed. */
const lookEvery = 3_600_000

/** Versions used in this page, with when that was told last. */
const used = new Map<string, { version: VersionInUse; at: number }>()

/** Tells that a version is used in this page, once a day for as long as the page is looked at: versions that nobody runs are removed. */
export function reportUse(version: VersionInUse): void {
  const key = `${version.app} ${version.version}`
  if (used.has(key)) return
  if (used.size === 0) {
    setInterval(tellAgain, lookEvery)
    document.addEventListener('visibilitychange', tellAgain)
  }
  used.set(key, { version, at: Date.now() })
  tell({ kind: 'session', ...version })
  noteUse(version, 'load')
}

function tellAgain(): void {
  if (document.visibilityState !== 'visible') return
  for (const use of used.values()) {
    if (Date.now() - use.at < day) continue
    use.at = Date.now()
    tell({ kind: 'session', ...use.version })
  }
}

const reportedSkips = new Set<string>()

/** Logs, once per page, what of the registry this portal does not know: a newer server wrote it. */
export function reportSkipped(skipped: readonly string[]): void {
  for (const detail of skipped) {
    if (reportedSkips.has(detail)) continue
    reportedSkips.add(detail)
    record('WARN', { event: 'registry-skipped', app: null, version: null, detail }, 'unknown to this version')
  }
}

/** Every failed call is logged with its record (D1-8-26). */
onFailure((failure) => {
  const { actionId, code, httpErrorCode, source, message, fatal } = failure
  const detail = `${actionId}, ${source}: ${code} ${httpErrorCode ?? 'without an answer'}, ${message}`
  record(fatal ? 'ERROR' : 'WARN', { event: 'call-failed', app: null, version: null, detail, failure }, failure)
})

/** Logs an error that an error boundary caught. */
export function reportRenderError(error: unknown): void {
  const { app, version } = versionOfError(error)
  record('ERROR', { event: 'render-error', app, version, detail: messageOf(error) }, error)
  tell({ kind: 'error', app, version })
}

/** Tells errors that nothing caught. The browser prints them by itself. */
export function watchUncaughtErrors(): void {
  const report = (error: unknown) => tell({ kind: 'error', ...versionOfError(error) })
  addEventListener('error', ({ error }) => error && report(error))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}

/** Logs errors of the federation runtime. The hooks return nothing, so they never change a result. */
export const telemetryPlugin: ModuleFederationRuntimePlugin = {
  name: 'lamella-telemetry',
  errorLoadRemote({ id, lifecycle, error }) {
    const detail = `${lifecycle} ${id}: ${messageOf(error)}`
    record('WARN', { event: 'federation-error', app: null, version: null, detail }, error)
  },
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
