import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { findAvatar } from './avatar-repository.ts'
import { deleteAvatar, setAvatar } from './avatar-service.ts'

const day = 24 * 3600

/** Routes of pictures of users. */
export const avatarRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const { maxAvatarSize: bodyLimit } = contract
    defineRoute(
      scope,
      contract.putAvatar,
      access.member,
      async ({ request, reply }) => {
        if (!Buffer.isBuffer(request.body)) throw new ApiError('ERR_1011')
        await setAvatar(context, actorOf(request), request.body)
        reply.header('location', contract.getAvatar.path.replace(':userId', principalOf(request).userId))
        return undefined
      },
      { bodyLimit, config: { bodyTime: 120_000 } },
    )
  })

  defineRoute(app, contract.deleteAvatar, access.member, async ({ request }) => {
    await deleteAvatar(context, actorOf(request))
    return undefined
  })

  defineRoute(app, contract.getAvatar, access.member, async ({ request, reply, params, query }) => {
    const avatar = await findAvatar(context.db, principalOf(request).organisationId, params.userId)
    if (!avatar) throw new ApiError('ERR_0404')
    const etag = `"${avatar.version}"`
    const lifetime = query.version === avatar.version ? `max-age=${365 * day}, immutable` : 'no-cache'
    reply.headers({
      'cache-control': `private, ${lifetime}`,
      vary: 'Authorization',
      etag,
      'content-type': 'image/webp',
    })
    if (request.headers['if-none-match'] !== etag) return avatar.picture
    reply.status(304)
    return undefined
  })
}
