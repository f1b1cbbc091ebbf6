import { eventStream, type ServerEvent } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { createEventStream, type EventStream } from '../../platform/events/event-stream.ts'
import { access, principalOf, requireProjectRole } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'

const beatMilliseconds = 15_000
/** Tabs and windows of one person. */
const mostStreamsOfUser = 20

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

interface OpenPage {
  events: EventStream
  request: FastifyRequest
  /** Events leave in the order in which they came, though each waits for the role. */
  tail: Promise<void>
}

/** Streams of events, each with the events of the projects that its user may see at that moment. */
export const eventRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { events, log } = context
  const pages = new Set<OpenPage>()
  const endAll = (): void => {
    for (const page of pages) page.events.end()
  }

  const offer = async (event: ServerEvent, page: OpenPage): Promise<void> => {
    try {
      await requireProjectRole(principalOf(page.request), event.project, 'viewer', context)
      page.events.send(event)
    } catch (err) {
      if (isRefusal(err)) return
      log.warn({ err }, 'an event was not delivered')
      page.events.end()
    }
  }
  const stopHearing = events.subscribe((event) => {
    for (const page of pages) page.tail = page.tail.then(() => offer(event, page))
  })
  // Who missed something finds out by coming back.
  const stopGaps = events.onGap(endAll)

  const beat = setInterval(() => {
    // A token that has expired or was given back ends its streams.
    for (const page of pages) access.member.check(page.request, context).then(page.events.beat, page.events.end)
  }, beatMilliseconds)

  app.addHook('preClose', async () => {
    clearInterval(beat)
    stopHearing()
    stopGaps()
    endAll()
  })

  defineRoute(
    app,
    eventStream,
    access.member,
    async ({ request, reply }) => {
      const { userId } = principalOf(request)
      const own = [...pages].filter((page) => principalOf(page.request).userId === userId)
      if (own.length >= mostStreamsOfUser) throw new ApiError('ERR_0429')
      const page: OpenPage = { events: createEventStream(), request, tail: Promise.resolve() }
      pages.add(page)
      page.events.stream.on('close', () => pages.delete(page))
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      return page.events.stream
    },
    { exposeHeadRoute: false },
  )
}
