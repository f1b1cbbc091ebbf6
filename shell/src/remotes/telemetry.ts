import type { AppName } from '@lamella/shared/contract'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import type { RemoteFailure } from './load-remote.ts'

/** One line of the log. */
export interface TelemetryEntry {
  /** Milliseconds since 1970. */
  at: number
  event: 'remote-failed' | 'federation-error' | 'render-error'
  app: AppName | null
  version: string | null
  detail: string
}

/** Entries kept; the oldest go first. */
const capacity = 200

const log: TelemetryEntry[] = []

declare global {
  /** Newest last; for whoever debugs a page. */
  var __LAMELLA_TELEMETRY__: readonly TelemetryEntry[] | undefined
}
globalThis.__LAMELLA_TELEMETRY__ = log

function record(entry: Omit<TelemetryEntry, 'at'>): void {
  log.push({ at: Date.now(), ...entry })
  if (log.length > capacity) log.shift()
}

export function reportRemoteFailure({ app, version, routeId, stage, error }: RemoteFailure): void {
  record({ event: 'remote-failed', app, version, detail: `${stage} ${routeId}: ${messageOf(error)}` })
}

/** For errors that a boundary caught. Developers see them in the console too, users' consoles stay clean. */
export function reportRenderError(error: unknown): void {
  if (process.env.NODE_ENV === 'development') console.error(error)
  record({ event: 'render-error', app: null, version: null, detail: messageOf(error) })
}

/** Watches the federation runtime. Its hooks only observe: they return nothing, so no result changes. */
export const telemetryPlugin: ModuleFederationRuntimePlugin = {
  name: 'lamella-telemetry',
  errorLoadRemote({ id, lifecycle, error }) {
    record({ event: 'federation-error', app: null, version: null, detail: `${lifecycle} ${id}: ${messageOf(error)}` })
  },
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
