import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { eventStream, type ImageStatus, serverEvent } from '@lamella/shared/contract'
import type { UploadClient } from './upload-client.ts'

/** The open event stream of a client: to wait without polling. */
export interface ImageEvents {
  /**
   * Waits until the image has reached one of the states since the stream was opened.
   * @throws Error when the stream ends first
   */
  until: (imageId: string, states: readonly ImageStatus[]) => Promise<void>
  /** Waits until releases have changed since the stream was opened. @throws Error when the stream ends first */
  untilReleasesChanged: () => Promise<void>
  /** Waits until the server ends the stream. */
  ended: () => Promise<void>
  close: () => void
}

export const finalStates = ['available', 'processingFailed'] as const satisfies readonly ImageStatus[]

/** Opens the stream. No event is missed after it resolves. */
export const followImages = async ({ base, token }: UploadClient): Promise<ImageEvents> => {
  const answer = await fetch(new URL(eventStream.path, base), { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200 || !answer.body) throw new Error(`The event stream answered ${answer.status}`)
  const body = Readable.fromWeb(answer.body)
  const lines = createInterface({ input: body })
  const unread = lines[Symbol.asyncIterator]()
  await unread.next()

  const seen = new Map<string, ImageStatus[]>()
  let releasesChanged = false
  /** Handles the next event. @returns whether there was one */
  const readLine = async (): Promise<boolean> => {
    const { value, done } = await unread.next()
    if (done) return false
    const [, data] = /^data: (.*)$/.exec(value) ?? []
    const event = data === undefined ? null : serverEvent.parse(JSON.parse(data))
    if (event?.type === 'releasesChanged') releasesChanged = true
    if (event?.type === 'image') seen.set(event.id, [...(seen.get(event.id) ?? []), event.status])
    return true
  }
  return {
    until: async (imageId, states) => {
      while (!seen.get(imageId)?.some((status) => states.includes(status))) {
        if (!(await readLine())) throw new Error(`The event stream ended before image ${imageId} was ${states}`)
      }
    },
    untilReleasesChanged: async () => {
      while (!releasesChanged) {
        if (!(await readLine())) throw new Error('The event stream ended before releases had changed')
      }
    },
    ended: async () => {
      while (await readLine());
    },
    close: () => {
      lines.close()
      body.destroy()
    },
  }
}
