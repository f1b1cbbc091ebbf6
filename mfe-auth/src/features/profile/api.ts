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

export const saveName = async (firstName: string, lastName: string): Promise<void> => {
  await call(updateProfile, { body: { data: { firstName, lastName } } }, { action: 'profile.name' })
  await loadProfile()
}

/** What the server takes: a picture format of the contract, small enough. */
export const isPicture = ({ type, size }: File): boolean =>
  avatarTypes.some((known) => known === type) && size <= maxAvatarSize

/** The server cuts the picture to a square. */
export const savePicture = async (file: File): Promise<void> => {
  await call(putAvatar, { body: file }, { action: 'profile.picture' })
  await loadProfile()
}

export const removePicture = async (): Promise<void> => {
  await call(deleteAvatar, {}, { action: 'profile.picture-removal' })
  await loadProfile()
}

/** All other sessions end with it. */
export const savePassword = (currentPassword: string, newPassword: string): Promise<undefined> =>
  call(changePassword, { body: { data: { currentPassword, newPassword } } }, { action: 'profile.password' })

export const logOutSession = (sessionId: string): Promise<undefined> =>
  call(endSession, { params: { sessionId } }, { action: 'profile.end-session' })

export const logOutEverywhere = (): Promise<undefined> => call(endSessions, {}, { action: 'profile.end-sessions' })

type OrganisationChanges = EndpointInput<typeof updateOrganisation>['body']['data']

export const saveOrganisation = async (changes: OrganisationChanges): Promise<void> => {
  await call(updateOrganisation, { body: { data: changes } }, { action: 'organisation.update' })
  await loadProfile()
}
