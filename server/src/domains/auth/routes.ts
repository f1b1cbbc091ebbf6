import {
  changePassword,
  confirmPrivacy,
  confirmTerms,
  endSession,
  endSessions,
  grantTypes,
  listSessions,
  logout,
  passwordConfirm,
  passwordReset,
  requestToken,
  signup,
  signupConfirm,
} from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { clientInfoOf } from '../../platform/http/client-info.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import { confirmAgreement } from './agreement-service.ts'
import { clientApp } from './client-app-rule.ts'
import { deviceSecretOf, setDeviceCookie } from './known-devices.ts'
import { logIn, takeSecondStep } from './log-in-service.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from './own-sessions.ts'
import { changeOwnPassword, confirmPasswordReset, requestPasswordReset } from './password-service.ts'
import { logOut, refreshSession } from './session-service.ts'
import { confirmSignup, requestSignup } from './signup-service.ts'

/** Answers an unknown grant type with ERR_1007 instead of the general validation error. */
const refuseUnknownGrant = async ({ body }: FastifyRequest): Promise<void> => {
  const grant = body && typeof body === 'object' && 'grant_type' in body ? body.grant_type : undefined
  if (grant !== undefined && !grantTypes.includes(String(grant))) throw new ApiError('ERR_1007')
}

/** Routes of tokens, sign-up, passwords, own sessions and agreements. */
export const authRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(
    app,
    requestToken,
    clientApp,
    async ({ body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const client = clientInfoOf(request)
      if (body.grant_type === 'refresh_token') return refreshSession(context, body.refresh_token, client)
      const visit = { ...client, deviceSecret: deviceSecretOf(request, context.config) }
      const { answer, deviceSecret } = await (body.grant_type === 'password'
        ? logIn(context, body, visit)
        : takeSecondStep(context, body, visit))
      setDeviceCookie(reply, context.config, deviceSecret)
      return answer
    },
    { preValidation: refuseUnknownGrant },
  )

  defineRoute(app, logout, access.session, async ({ request }) => {
    await logOut(context, principalOf(request), request.id)
    return undefined
  })

  defineRoute(app, signup, access.public, async ({ body, request }) => {
    await requestSignup(context, body.data.email, clientInfoOf(request))
    return undefined
  })

  defineRoute(app, signupConfirm, access.public, async ({ body, request }) => {
    await confirmSignup(context, body.data, clientInfoOf(request))
    return undefined
  })

  defineRoute(app, passwordReset, access.public, async ({ body, request }) => {
    await requestPasswordReset(context, body.data.email, clientInfoOf(request))
    return undefined
  })

  defineRoute(app, passwordConfirm, access.public, async ({ params, body, request, reply }) => {
    const form = { email: params.email, ...body.data }
    setDeviceCookie(reply, context.config, await confirmPasswordReset(context, form, clientInfoOf(request)))
    return undefined
  })

  defineRoute(app, changePassword, access.session, async ({ body, request }) => {
    await changeOwnPassword(context, actorOf(request), body.data)
    return undefined
  })

  defineRoute(app, listSessions, access.session, async ({ request }) =>
    onlyPage(await listOwnSessions(context, principalOf(request))),
  )

  defineRoute(app, endSessions, access.session, async ({ request }) => {
    await endOwnSessions(context, actorOf(request))
    return undefined
  })

  defineRoute(app, endSession, access.session, async ({ request, params }) => {
    await endOwnSession(context, actorOf(request), params.sessionId)
    return undefined
  })

  defineRoute(app, confirmTerms, access.session, async ({ request }) => {
    await confirmAgreement(context, principalOf(request), 'agreementTerms', request.id)
    return undefined
  })

  defineRoute(app, confirmPrivacy, access.session, async ({ request }) => {
    await confirmAgreement(context, principalOf(request), 'agreementPrivacy', request.id)
    return undefined
  })
}
