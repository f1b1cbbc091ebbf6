import { browserMemory } from '@lamella/shared/session'

/** Key of document 1 §3. */
const key = 'hasSeenDashboardTour'

export const hasSeenDashboardTour = (): boolean => browserMemory.read(key) === 'true'
export const rememberDashboardTour = (): void => browserMemory.write(key, 'true')
