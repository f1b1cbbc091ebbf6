import { safeSessionStorage } from '@lamella/shared/session'

/** Session-storage key of the user whom the guided tour has led to "Create project" in this tab. */
const key = 'lamella.guidedTour'

/** The guided tour goes on with the first sample project that this user creates. */
export const keepGuidedTour = (userId: string): void => safeSessionStorage.write(key, userId)

/** Whether the guided tour of this user is active (D2-4-17); it is not any more afterwards. */
export const takeGuidedTour = (userId: string): boolean => {
  const active = safeSessionStorage.read(key) === userId
  safeSessionStorage.remove(key)
  return active
}
