import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, operatorOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { activateReleases, rollBack } from './activation-service.ts'
import { checkRelease } from './check-service.ts'
import { completeRelease, storeFile } from './publish-service.ts'
import { describeHistory, describeReleases } from './release-list.ts'
import { describeRemovable, pruneReleases, removeRelease } from './removal-service.ts'
import { requireDecided } from './require-decided.ts'

/** Bytes per file of a release, at most: far above any built file. */
const largestFile = 64 * 1024 ** 2

/** Routes of releases, for the operator. */
export const releaseRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: largestFile },
      (_request, body, done) => done(null, body),
    )
    defineRoute(
      scope,
      contract.putReleaseFile,
      access.operatorMay('publish'),
      async ({ params, request }) => {
        if (!Buffer.isBuffer(request.body)) throw new ApiError('ERR_0415')
        await storeFile(context, params.app, params.version, params['*'], request.body)
        return undefined
      },
      { bodyLimit: largestFile, config: { bodyTime: 'streamed' } },
    )
  })

  defineRoute(app, contract.completeRelease, access.operatorMay('publish'), async ({ params, body, request }) => {
    return { data: await completeRelease(context, { ...params, ...body.data, operator: operatorOf(request) }) }
  })

  defineRoute(
    app,
    contract.activateRelease,
    access.operatorMay('activate'),
    async ({ params, headers, body, request }) => {
      const { traffic, ...manner } = body.data
      await activateReleases(context, [{ ...params, traffic }], {
        ...manner,
        operator: operatorOf(request),
        expected: requireDecided(headers),
      })
      return undefined
    },
  )

  defineRoute(
    app,
    contract.rollbackRelease,
    access.operatorMay('rollback'),
    async ({ params, headers, body, request }) => {
      const { to, steps, ...manner } = body?.data ?? {}
      const order = { ...manner, operator: operatorOf(request), expected: requireDecided(headers) }
      return { data: { version: await rollBack(context, params.app, order, { to, steps }) } }
    },
  )

  defineRoute(app, contract.listReleases, access.operator, async () => onlyPage(await describeReleases(context)))

  defineRoute(app, contract.releaseHistory, access.operator, async ({ params, request }) => {
    // Who is on trial is for the operators of an app, not for the tokens of others.
    const { apps } = operatorOf(request)
    return onlyPage(await describeHistory(context, params.app, { isNamed: apps?.includes(params.app) !== false }))
  })

  defineRoute(app, contract.checkRelease, access.operatorMay('check'), async ({ params }) => ({
    data: await checkRelease(context, params.app, params.version),
  }))

  defineRoute(app, contract.removableReleases, access.operator, async ({ params }) => ({
    data: { versions: await describeRemovable(context, params.app) },
  }))

  defineRoute(app, contract.removeRelease, access.operatorMay('remove'), async ({ params, body, request }) => {
    await removeRelease(context, params.app, params.version, { ...body.data, operator: operatorOf(request) })
    return undefined
  })

  defineRoute(app, contract.pruneReleases, access.operatorMay('remove'), async ({ params, body, request }) => {
    const { keep, reason } = body.data
    return { data: await pruneReleases(context, params.app, keep, { operator: operatorOf(request), reason }) }
  })
}
