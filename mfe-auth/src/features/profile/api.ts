import { ApiFailure, call } from '@lamella/shared/api'
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

type Names = { firstName: string; lastName: string }

/** Reloads the profile after a save, and also after one that was refused because what was seen is outdated. */
const thenReload = async (saving: Promise<unknown>): Promise<void> => {
  try {
    await saving
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'ERR_5013') await loadProfile()
    throw error
  }
  await loadProfile()
}

/**
 * Saves the user's own name and reloads the profile.
 * @param was - the name that the form showed
 * @throws ApiFailure; ERR_5013 when it was changed elsewhere since
 */
export const saveName = (names: Names, was: Names): Promise<void> =>
  thenReload(call(updateProfile, { body: { data: { ...names, was } } }, { action: 'profile.name' }))

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

/**
 * Saves name and sector of the organisation (admins only) and reloads the profile, which has the name.
 * @throws ApiFailure; ERR_5013 when somebody else has changed what `was` says
 */
export const saveOrganisation = (changes: OrganisationChanges): Promise<void> =>
  thenReload(call(updateOrganisation, { body: { data: changes } }, { action: 'organisation.update' }))
