import { safeLocalStorage } from '@lamella/shared/session'

/** Key of document 1 §3. */
const key = 'hasSeenDashboardTour'

export const hasSeenDashboardTour = (): boolean => safeLocalStorage.read(key) === 'true'
export const rememberDashboardTour = (): void => safeLocalStorage.write(key, 'true')
