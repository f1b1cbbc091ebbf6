import { notificationSettingChosen, notificationSettingsQuery, notificationsChanged } from '@lamella/shared/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toasts.ts'
import { saveNotificationSetting } from './api.ts'

/** The choices of the user, and the way to change one: it shows at once, and is taken back with a toast when it could not be saved. */
export const useNotificationSettings = () => {
  const queries = useQueryClient()
  const settings = useQuery(notificationSettingsQuery)
  const { mutate } = useMutation({
    mutationFn: saveNotificationSetting,
    // One after the other: of two quick changes the last one holds.
    scope: { id: 'notification-settings' },
    onMutate: (chosen) => notificationSettingChosen(queries, chosen),
    onError: (error) => toastFailure('Notifications', error),
    onSettled: () => notificationsChanged(queries),
  })
  return { settings, choose: mutate }
}
