import { mostTelemetryEvents, type TelemetryEvent } from '@lamella/shared/contract'

/** Events of one page, at most: what fails in a loop is known by then. Sessions do not count, which are few, and keep a version from being removed. */
const mostOfPage = 200
/** Milliseconds until a failure is sent, so that several go together. */
const patience = 2000

const waiting: TelemetryEvent[] = []
let told = 0
let isOff = false
/** Null until the configuration says where to and how much. */
let address: string | null = null
let isTiming = false
let timer: ReturnType<typeof setTimeout> | undefined

const isUrgent = ({ kind }: TelemetryEvent): boolean => kind === 'failure' || kind === 'error'

/** Sent soon. Sessions are, so that failures are not compared with pages that have been left only. */
const isPrompt = (event: TelemetryEvent): boolean => isUrgent(event) || event.kind === 'session'

/** Sends what waits. The browser does so in the background, also while the page is left, and nobody waits for it. */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  while (address !== null && waiting.length > 0) {
    const events = waiting.splice(0, mostTelemetryEvents).filter((event) => isTiming || isUrgent(event))
    if (events.length === 0) continue
    navigator.sendBeacon(address, new Blob([JSON.stringify({ data: { events } })], { type: 'application/json' }))
  }
}

/** Tells the server something of a version: failures and sessions soon, timings when the page is left. */
export function tell(event: TelemetryEvent): void {
  if (event.kind !== 'session') told += 1
  if (isOff || (told > mostOfPage && event.kind !== 'session')) return
  waiting.push(event)
  if (isPrompt(event) && address !== null) timer ??= setTimeout(flush, patience)
}

/**
 * Starts to send; until then events wait.
 * @param target address of the call
 * @param share of the pages that tell timings and sessions, 0 to 1; at 0 nothing is sent
 * @param chance 0 to 1, random
 */
export function startBeacon(target: string, share: number, chance = Math.random()): void {
  if (share === 0) {
    isOff = true
    waiting.length = 0
    return
  }
  isTiming = chance < share
  address = target
  if (waiting.some(isPrompt)) timer ??= setTimeout(flush, patience)
  // Not `unload`, which phones do not fire, and which keeps a page out of the back/forward cache.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
  addEventListener('pagehide', flush)
}
