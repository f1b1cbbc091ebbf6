import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage, pageOf } from '../../platform/http/paging.ts'
import { isNotificationKind, kindsFor, notificationKinds } from './kinds.ts'
import { presentNotification } from './present.ts'
import { countUnreadOf, findReadable, listReadable, saveSetting, setAllRead, setRead, settingOf } from './repository.ts'

/** Routes of the user's own notifications. */
export const notificationRoutes = (app: FastifyInstance, { db, events, now }: AppContext): void => {
  defineRoute(app, contract.listNotifications, access.member, async ({ request, query }) => {
    const { 'page[after]': after, 'page[size]': size, 'filter[unread]': unread } = query
    const rows = await listReadable(db, principalOf(request), { after, limit: size + 1, unread: unread === 'true' })
    const path = contract.listNotifications.path
    return pageOf(rows.map(presentNotification), query, path, { 'filter[unread]': unread })
  })

  defineRoute(app, contract.countUnread, access.member, async ({ request }) => ({
    data: { count: await countUnreadOf(db, principalOf(request), contract.mostUnread) },
  }))

  defineRoute(app, contract.markNotification, access.member, async ({ request, params, body }) => {
    const reader = principalOf(request)
    await db.transaction(async (tx) => {
      const told = await findReadable(tx, reader, params.notificationId)
      if (!told) throw new ApiError('ERR_0404')
      await setRead(tx, reader.userId, told.notification.id, body.data.read ? now() : null)
      await events.publish({ type: 'notification', user: reader.userId }, tx)
    })
    return undefined
  })

  defineRoute(app, contract.markAllRead, access.member, async ({ request, body }) => {
    const { userId } = principalOf(request)
    await db.transaction(async (tx) => {
      await setAllRead(tx, userId, body.data.upTo, now())
      await events.publish({ type: 'notification', user: userId }, tx)
    })
    return undefined
  })

  defineRoute(app, contract.listNotificationSettings, access.member, async ({ request }) => {
    const reader = principalOf(request)
    const settings = kindsFor(reader).map(async (kind) => {
      const { title, description } = notificationKinds[kind]
      const { shown, mailed } = await settingOf(db, reader.userId, kind)
      return { kind, title, description, shown, mailed }
    })
    return onlyPage(await Promise.all(settings))
  })

  defineRoute(app, contract.changeNotificationSetting, access.member, async ({ request, params: { kind }, body }) => {
    const reader = principalOf(request)
    if (!isNotificationKind(kind) || !kindsFor(reader).includes(kind)) throw new ApiError('ERR_0404')
    await db.transaction(async (tx) => {
      await saveSetting(tx, { userId: reader.userId, kind, ...body.data })
      await events.publish({ type: 'notification', user: reader.userId }, tx)
    })
    return undefined
  })
}
