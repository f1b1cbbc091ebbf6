import { eventStream, type ServerEvent } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { createEventStream, type EventStream } from '../../platform/events/event-stream.ts'
import { access, principalOf, rolesOfProject } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { roleAmong } from '../projects/index.ts'

const beatMilliseconds = 15_000
/** Tabs and windows of one person. */
const mostStreamsOfUser = 20

interface OpenPage {
  events: EventStream
  request: FastifyRequest
}

/** Streams of events, each with the events of the projects that its user may see at that moment. */
export const eventRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { events, log } = context
  const pages = new Set<OpenPage>()
  const endAll = (): void => {
    for (const page of pages) page.events.end()
  }
  const pagesOf = (organisationId: string | null): OpenPage[] =>
    [...pages].filter(
      ({ request }) => organisationId === null || principalOf(request).organisationId === organisationId,
    )

  /** One look into the database for all pages, none where nobody of the organisation has one open. */
  const deliver = async (event: ServerEvent, organisationId: string | null): Promise<void> => {
    if (pagesOf(organisationId).length === 0) return
    try {
      const roles = await rolesOfProject(context, event.project)
      if (!roles) return
      for (const page of pagesOf(roles.organisationId)) {
        if (roleAmong(roles, principalOf(page.request))) page.events.send(event)
      }
    } catch (err) {
      log.warn({ err }, 'an event was not delivered')
      for (const page of pagesOf(organisationId)) page.events.end()
    }
  }
  // Events leave in the order in which they came, though each may wait for the roles.
  let tail = Promise.resolve()
  const stopHearing = events.subscribe((event, organisationId) => {
    tail = tail.then(() => deliver(event, organisationId))
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
      const page: OpenPage = { events: createEventStream(), request }
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
