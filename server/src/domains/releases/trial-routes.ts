import type { AppOverview } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, operatorOf, principalOf } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { isKnownTo } from '../../platform/http/is-known.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { assignedVersions, noteVersionReports } from './assignment-service.ts'
import { createSizes } from './build-size.ts'
import { describeApps, describeSeries } from './overview-service.ts'
import { noPreview, previewRelease } from './preview-service.ts'
import { sha256 } from './release-content.ts'
import { requireDecided } from './require-decided.ts'
import { changeTrial, endTrial, startTrial } from './trial-service.ts'

/** An app without the names of who is on trial: those are for its operators, not for the tokens of other apps. */
const nameless = (app: AppOverview): AppOverview =>
  app.trial ? { ...app, trial: { ...app.trial, users: [], organisations: [] } } : app

/** Routes of trials and previews: for operators, and for the pages of users. */
export const trialRoutes = (app: FastifyInstance, context: AppContext): void => {
  const sizeOf = createSizes(context.blobs)

  defineRoute(app, contract.startTrial, access.operatorMay('trial'), async ({ params, headers, body, request }) => {
    const { force, reason, ...wish } = body.data
    const order = { force, reason, operator: operatorOf(request), expected: requireDecided(headers) }
    await startTrial(context, params.app, wish, order)
    return undefined
  })

  defineRoute(app, contract.changeTrial, access.operatorMay('trial'), async ({ params, headers, body, request }) => {
    const { reason, ...wish } = body.data
    await changeTrial(context, params.app, wish, {
      reason,
      operator: operatorOf(request),
      expected: requireDecided(headers),
    })
    return undefined
  })

  defineRoute(app, contract.endTrial, access.operatorMayEndTrial, async ({ params, headers, body, request }) => {
    await endTrial(context, params.app, {
      ...body.data,
      operator: operatorOf(request),
      expected: requireDecided(headers),
    })
    return undefined
  })

  defineRoute(app, contract.releaseOverview, access.operator, async ({ request }) => {
    const { apps = null } = operatorOf(request)
    return onlyPage(
      (await describeApps(context)).map((one) => (apps?.includes(one.app) === false ? nameless(one) : one)),
    )
  })

  defineRoute(app, contract.releaseSeries, access.operator, async ({ params }) => ({
    data: { versions: await describeSeries(context, sizeOf, params.app) },
  }))

  defineRoute(app, contract.assignedVersions, access.member, async ({ request, reply }) => {
    const answer = { data: await assignedVersions(context, principalOf(request)) }
    const etag = `"${sha256(Buffer.from(JSON.stringify(answer)))}"`
    // The browser keeps it for this session and compares by itself.
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'Authorization', etag })
    if (!isKnownTo(request, etag)) return answer
    reply.status(304)
    return undefined
  })

  defineRoute(app, contract.reportVersion, access.member, async ({ request, body }) => {
    const principal = principalOf(request)
    await consumeRateLimit(context.db, limits.reportsByUser, principal.userId, context.now())
    await noteVersionReports(context, principal, body.data.reports)
    return undefined
  })

  defineRoute(app, contract.previewRelease, access.wholeOperator, async ({ params, request, reply }) => {
    const { entry, cookie } = await previewRelease(context, operatorOf(request), params.app, params.version)
    if (cookie !== null) reply.header('set-cookie', cookie)
    return { data: entry }
  })

  // For whoever has the cookie: it takes nothing from anybody else.
  defineRoute(app, contract.endPreview, access.public, async ({ reply }) => {
    reply.header('set-cookie', noPreview(context))
    return undefined
  })
}
