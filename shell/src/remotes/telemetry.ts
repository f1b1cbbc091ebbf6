import { type FailureRecord, onFailure } from '@lamella/shared/api'
import type { AppName, RuntimeConfig } from '@lamella/shared/contract'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import type { RemoteFailure } from './load-remote.ts'

/** One line of the log. */
export interface TelemetryEntry {
  /** Milliseconds since 1970. */
  at: number
  event: 'remote-failed' | 'federation-error' | 'render-error' | 'call-failed'
  app: AppName | null
  version: string | null
  detail: string
  /** Of a call that failed. */
  failure?: FailureRecord
}

/** Entries kept; the oldest go first. */
const capacity = 200

const log: TelemetryEntry[] = []

declare global {
  /** Newest last; for whoever debugs a page. */
  var __LAMELLA_TELEMETRY__: readonly TelemetryEntry[] | undefined
}
globalThis.__LAMELLA_TELEMETRY__ = log

type LogLevel = RuntimeConfig['logLevel']

const severities: Record<LogLevel, number> = { TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, OFF: 5 }
let threshold: LogLevel = 'ERROR'

/** From which level on the console is told too (document 1 §3); the log always is. */
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

export function reportRemoteFailure({ app, version, routeId, stage, error }: RemoteFailure): void {
  const detail = `${app} ${version}, ${stage} ${routeId}: ${messageOf(error)}`
  record('WARN', { event: 'remote-failed', app, version, detail }, error)
}

/** Each failed call leaves its record (document 1 §8). */
onFailure((failure) => {
  const { actionId, code, httpErrorCode, source, message, fatal } = failure
  const detail = `${actionId}, ${source}: ${code} ${httpErrorCode ?? 'without an answer'}, ${message}`
  record(fatal ? 'ERROR' : 'WARN', { event: 'call-failed', app: null, version: null, detail, failure }, failure)
})

/** For errors that a boundary caught. */
export function reportRenderError(error: unknown): void {
  record('ERROR', { event: 'render-error', app: null, version: null, detail: messageOf(error) }, error)
}

/** Watches the federation runtime. Its hooks only observe: they return nothing, so no result changes. */
export const telemetryPlugin: ModuleFederationRuntimePlugin = {
  name: 'lamella-telemetry',
  errorLoadRemote({ id, lifecycle, error }) {
    const detail = `${lifecycle} ${id}: ${messageOf(error)}`
    record('WARN', { event: 'federation-error', app: null, version: null, detail }, error)
  },
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
