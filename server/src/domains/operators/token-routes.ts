import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, operatorOf } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { createToken, describeTokens, removeToken } from './token-service.ts'

/** Routes of named tokens. */
export const tokenRoutes = (app: FastifyInstance, { db, now }: AppContext): void => {
  defineRoute(app, contract.listOperatorTokens, access.wholeOperator, async () => onlyPage(await describeTokens(db)))

  defineRoute(app, contract.createOperatorToken, access.wholeOperator, async ({ request, body }) => ({
    data: await createToken(db, operatorOf(request), body.data, now()),
  }))

  defineRoute(app, contract.removeOperatorToken, access.wholeOperator, async ({ request, params }) => {
    await removeToken(db, operatorOf(request), params.name, now())
    return undefined
  })
}
