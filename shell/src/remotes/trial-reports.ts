import { call } from '@lamella/shared/api'
import { reportVersion } from '@lamella/shared/contract'
import type { VersionInUse } from '../telemetry/version-in-use.ts'
import type { Assigned } from './assigned-versions.ts'

type Outcome = 'load' | 'failure'

/** Milliseconds for which reports are collected. */
const patience = 1000
/** Per page, at most: more says nothing new. */
const most = 20

/** What this page has seen, each once; the server counts it per user. */
const seen = new Map<string, VersionInUse & { outcome: Outcome }>()
const sent = new Set<string>()
let assigned: Assigned = {}
let isScheduled = false

const flush = (): void => {
  isScheduled = false
  const due = [...seen].filter(([key, { app, version }]) => !sent.has(key) && assigned[app] === version)
  if (due.length === 0) return
  for (const [key] of due) sent.add(key)
  const reports = due.map(([, report]) => report)
  // A report that does not arrive is no loss to the user, and others are counted.
  call(reportVersion, { body: { data: { reports } } }, { action: 'releases.report' }).catch(() => undefined)
}

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(flush, patience)
}

/** Notes that a version was loaded or failed; it is reported if the user got it for a trial, or beside one. */
export function noteUse({ app, version }: VersionInUse, outcome: Outcome): void {
  const key = `${app} ${version} ${outcome}`
  if (seen.has(key) || seen.size >= most) return
  seen.set(key, { app, version, outcome })
  if (Object.hasOwn(assigned, app)) schedule()
}

/** Says which versions the server gave the user: only these are reported, also those that were noted before. */
export function reportTo(versions: Assigned): void {
  assigned = versions
  if (Object.keys(versions).length > 0) schedule()
}
