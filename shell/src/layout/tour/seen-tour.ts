import { safeLocalStorage } from '@lamella/shared/session'

/** Storage key (D1-3-29). */
const key = 'hasSeenDashboardTour'

/** Whether the dashboard tour was shown in this browser. */
export const hasSeenDashboardTour = (): boolean => safeLocalStorage.read(key) === 'true'
/** Records that the dashboard tour was shown. */
export const markDashboardTourSeen = (): void => safeLocalStorage.write(key, 'true')
