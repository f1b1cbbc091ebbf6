import { call } from '@lamella/shared/api'
import {
  avatarTypes,
  changePassword,
  deleteAvatar,
  type EndpointInput,
  endSession,
  endSessions,
  maxAvatarSize,
  putAvatar,
  updateOrganisation,
  updateProfile,
} from '@lamella/shared/contract'
import { loadProfile } from '@lamella/shared/session'

/** Saves the user's own name and reloads the profile. */
export const saveName = async (firstName: string, lastName: string): Promise<void> => {
  await call(updateProfile, { body: { data: { firstName, lastName } } }, { action: 'profile.name' })
  await loadProfile()
}

/** Whether a file is a picture that the server accepts: format and size (bytes) of the contract. */
export const isPicture = ({ type, size }: File): boolean =>
  avatarTypes.some((known) => known === type) && size <= maxAvatarSize

/** Uploads the user's picture, which the server crops to a square, and reloads the profile. */
export const savePicture = async (file: File): Promise<void> => {
  await call(putAvatar, { body: file }, { action: 'profile.picture' })
  await loadProfile()
}

/** Removes the user's picture and reloads the profile. */
export const removePicture = async (): Promise<void> => {
  await call(deleteAvatar, {}, { action: 'profile.picture-removal' })
  await loadProfile()
}

/** Changes the user's own password; the server ends all other sessions. */
export const savePassword = (currentPassword: string, newPassword: string): Promise<undefined> =>
  call(changePassword, { body: { data: { currentPassword, newPassword } } }, { action: 'profile.password' })

/** Ends one of the user's sessions. */
export const logOutSession = (sessionId: string): Promise<undefined> =>
  call(endSession, { params: { sessionId } }, { action: 'profile.end-session' })

/** Ends all sessions of the user, including this one. */
export const logOutEverywhere = (): Promise<undefined> => call(endSessions, {}, { action: 'profile.end-sessions' })

type OrganisationChanges = EndpointInput<typeof updateOrganisation>['body']['data']

/** Saves name and sector of the organisation (admins only) and reloads the profile, which has the name. */
export const saveOrganisation = async (changes: OrganisationChanges): Promise<void> => {
  await call(updateOrganisation, { body: { data: changes } }, { action: 'organisation.update' })
  await loadProfile()
}
