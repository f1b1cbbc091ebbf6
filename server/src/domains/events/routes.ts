import { eventStream, type ProjectEvent } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { createEventStream, type EventStream } from '../../platform/events/event-stream.ts'
import { access, principalOf, rolesOfProject } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { roleAmong } from '../projects/index.ts'

/** Interval of comments that keep proxies from closing quiet streams, and of the check of access. */
const beatMilliseconds = 15_000
/** Streams per user: tabs and windows of one person. */
const mostStreamsOfUser = 20

interface OpenPage {
  events: EventStream
  request: FastifyRequest
}

/** The event stream: each page receives the events of the projects that its user can see at that moment, those of their notifications, and those of releases. */
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

  /** Sends an event with one query for all pages; without a query where no page of the organisation is open. */
  const deliver = async (event: ProjectEvent, organisationId: string | null): Promise<void> => {
    if (pagesOf(organisationId).length === 0) return
    try {
      const roles = await rolesOfProject(context, event.project)
      if (!roles) return
      for (const page of pagesOf(roles.organisationId)) {
        const principal = principalOf(page.request)
        // Who has lost their role is told so.
        const isAbout = event.type === 'contributor' && event.id === principal.userId
        if (isAbout || roleAmong(roles, principal)) page.events.send(event)
      }
    } catch (err) {
      log.warn({ err }, 'an event was not delivered')
      for (const page of pagesOf(organisationId)) page.events.end()
    }
  }
  // Events are sent in the order of their arrival, though each may wait for the roles.
  let tail = Promise.resolve()
  const stopHearing = events.subscribe((event, organisationId) => {
    tail = tail.then(async () => {
      if ('project' in event) return deliver(event, organisationId)
      for (const page of pages) {
        const isFor = event.type === 'releasesChanged' || event.user === principalOf(page.request).userId
        if (isFor) page.events.send(event)
      }
    })
  })
  // Pages that may have missed events connect again and read the present state.
  const stopGaps = events.onGap(endAll)

  const beat = setInterval(() => {
    // The stream ends when its token has expired or was revoked.
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
