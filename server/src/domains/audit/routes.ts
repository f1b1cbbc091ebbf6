import { Readable } from 'node:stream'
import { exportAudit, listAudit, projectHistory, projectRights } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { actorOf, byActor } from './actor.ts'
import { auditCsv } from './export.ts'
import { listHistory } from './history.ts'
import { listAuditEntries } from './read-repository.ts'
import { recordAudit } from './repository.ts'

/** Routes of the audit log: list, CSV export, and of one project what its people may read. */
export const auditRoutes = (app: FastifyInstance, { db, now }: AppContext): void => {
  defineRoute(app, listAudit, access.admin, async ({ request, query }) => {
    const { organisationId } = principalOf(request)
    const { 'filter[text]': text, 'filter[action]': action, 'page[after]': after } = query
    const limit = query['page[size]'] + 1
    const entries = await listAuditEntries(db, { organisationId, text: text ?? '', action, after, limit })
    return pageOf(entries, query, listAudit.path, { 'filter[text]': text, 'filter[action]': action })
  })

  defineRoute(app, projectHistory, access.project(projectRights.view, projectParam), async ({ params, query }) => {
    const entries = await listHistory(db, params.projectId, query)
    return pageOf(entries, query, projectHistory.path.replace(':projectId', params.projectId))
  })

  defineRoute(app, exportAudit, access.byTicket(access.admin), async ({ request, reply, query }) => {
    const { organisationId } = principalOf(request)
    const { 'filter[text]': text = '', 'filter[action]': action } = query
    await recordAudit(db, { ...byActor(actorOf(request), now()), action: 'audit.exported' })
    reply.header('content-disposition', 'attachment; filename="audit.csv"').type('text/csv; charset=utf-8')
    return Readable.from(auditCsv(db, { organisationId, text, action }))
  })
}
