import { createAccount } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { access } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { createAccountAsOperator } from './operator-service.ts'

export const operatorRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, createAccount, access.operator, async ({ body, request }) => {
    await createAccountAsOperator(context, body.data, request.id)
    return undefined
  })
}
