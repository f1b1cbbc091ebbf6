import { call } from '@lamella/shared/api'
import { changeNotificationSetting, type NotificationSetting } from '@lamella/shared/contract'

/** Saves whether notifications of a kind are shown and mailed. */
export const saveNotificationSetting = ({ kind, shown, mailed }: NotificationSetting): Promise<undefined> =>
  call(
    changeNotificationSetting,
    { params: { kind }, body: { data: { shown, mailed } } },
    { action: 'profile.notifications' },
  )
