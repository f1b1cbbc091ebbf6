import { addressOf, connection, delay, request } from '@lamella/shared/api'
import { eventStream, serverEvent } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod/mini'
import { hasPortalAccessAtom, liveAtom } from './atoms.ts'
import { store } from './store.ts'

let running: AbortController | null = null

/** Reads the stream until it ends. By fetch, because EventSource cannot send a bearer token. */
const readStream = async (signal: AbortSignal): Promise<void> => {
  const answer = await request(addressOf(eventStream, {}), { method: 'GET', signal, timeout: false })
  if (!answer.ok || !answer.body) throw new Error(`The event stream answered ${answer.status}`)
  store.set(liveAtom, true)
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const parsed = z.safeParse(serverEvent, JSON.parse(next.value.data))
    // Events of a newer server may be unknown to this page.
    if (parsed.success) bus.emit('server/changed', parsed.data)
  }
}

/** Resolves when the user may see the portal, for example after confirming the agreements, or at the abort. */
const admission = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!store.get(hasPortalAccessAtom) && !signal.aborted) return
      unwatch()
      resolve()
    }
    const unwatch = store.sub(hasPortalAccessAtom, look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })

/**
 * Connects as soon as the user is admitted, and reconnects until stopped: after 1 s, doubling to 30 s, again 1 s after a connection of more than 60 s, and at once
 * when another request has shown that the server answers again.
 */
export const startLiveEvents = (): void => {
  stopLiveEvents()
  const controller = new AbortController()
  running = controller
  const run = async (): Promise<void> => {
    let wait = 1000
    for (;;) {
      await admission(controller.signal)
      if (controller.signal.aborted) return
      const started = Date.now()
      await readStream(controller.signal).catch(() => undefined)
      if (running === controller) store.set(liveAtom, false)
      if (Date.now() - started > 60_000) wait = 1000
      const recovered = new AbortController()
      const unwatch = connection.onRecovery(() => recovered.abort())
      await delay(wait, AbortSignal.any([controller.signal, recovered.signal]))
      unwatch()
      wait = recovered.signal.aborted ? 1000 : Math.min(wait * 2, 30_000)
    }
  }
  void run()
}

/** Closes the stream; lists are polled from then on. */
export const stopLiveEvents = (): void => {
  running?.abort()
  running = null
  store.set(liveAtom, false)
}
