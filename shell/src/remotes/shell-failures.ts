import type { BrowserStorage } from '@lamella/shared/session'
import * as z from 'zod/mini'
import { reportRemoteFailure } from './telemetry.ts'

/** Written by the watchdog of the page before it loads another version (ADR 56). */
const key = 'lamella.shell-failures'

const failures = z.array(z.object({ version: z.string(), reason: z.string() }))

/** Logs the versions of the shell that did not start in this tab, once. */
export function reportFailedShells(storage: BrowserStorage): void {
  const stored = storage.read(key)
  if (stored === null) return
  storage.remove(key)
  const read = failures.safeParse(parse(stored))
  for (const { version, reason } of read.data ?? []) {
    reportRemoteFailure({ app: 'shell', version, routeId: location.pathname, stage: 'shell', error: new Error(reason) })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
