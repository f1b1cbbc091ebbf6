import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { networkOf } from '../../platform/http/client-info.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { createVersionMetrics } from './metrics.ts'
import { countEvents, describeVersions } from './service.ts'
import { createWholeCounts } from './whole-counts.ts'

/** Routes of the telemetry: pages tell without a session, because the log-in page may be what fails; operators read. */
export const telemetryRoutes = (app: FastifyInstance, context: AppContext): void => {
  const tally = { metrics: createVersionMetrics(app.metrics), toWhole: createWholeCounts() }

  defineRoute(app, contract.sendTelemetry, access.public, async ({ body, request }) => {
    await consumeRateLimit(context.db, limits.telemetryByAddress, networkOf(request.ip), context.now())
    await countEvents(context, tally, body.data.events)
    return undefined
  })

  defineRoute(app, contract.listVersionHealth, access.operator, async () => onlyPage(await describeVersions(context)))
}
