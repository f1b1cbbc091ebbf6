import { call, callAllPages } from '@lamella/shared/api'
import {
  avatarTypes,
  changePassword,
  deleteAvatar,
  type EndpointInput,
  endSession,
  endSessions,
  getOrganisation,
  listSessions,
  maxAvatarSize,
  putAvatar,
  updateOrganisation,
  updateProfile,
} from '@lamella/shared/contract'
import { loadProfile } from '@lamella/shared/session'
import { queryOptions } from '@tanstack/react-query'

export const saveName = async (firstName: string, lastName: string): Promise<void> => {
  await call(updateProfile, { body: { data: { firstName, lastName } } }, { local: true, action: 'profile.name' })
  await loadProfile()
}

/** What the server takes: a picture format of the contract, small enough. */
export const isPicture = ({ type, size }: File): boolean =>
  avatarTypes.some((known) => known === type) && size <= maxAvatarSize

/** The server cuts the picture to a square. */
export const savePicture = async (file: File): Promise<void> => {
  await call(putAvatar, { body: file }, { local: true, action: 'profile.picture' })
  await loadProfile()
}

export const removePicture = async (): Promise<void> => {
  await call(deleteAvatar, {}, { local: true, action: 'profile.picture-removal' })
  await loadProfile()
}

/** All other sessions end with it. */
export const savePassword = (currentPassword: string, newPassword: string): Promise<undefined> =>
  call(
    changePassword,
    { body: { data: { currentPassword, newPassword } } },
    { local: true, action: 'profile.password' },
  )

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => callAllPages(listSessions, {}, { signal, local: true, action: 'profile.sessions' }),
})

export const logOutSession = (sessionId: string): Promise<undefined> =>
  call(endSession, { params: { sessionId } }, { local: true, action: 'profile.end-session' })

export const logOutEverywhere = (): Promise<undefined> =>
  call(endSessions, {}, { local: true, action: 'profile.end-sessions' })

export const organisationQuery = queryOptions({
  queryKey: ['organisation', 'card'],
  queryFn: async ({ signal }) =>
    (await call(getOrganisation, {}, { signal, local: true, action: 'organisation.read' })).data,
})

type OrganisationChanges = EndpointInput<typeof updateOrganisation>['body']['data']

export const saveOrganisation = async (changes: OrganisationChanges): Promise<void> => {
  await call(updateOrganisation, { body: { data: changes } }, { local: true, action: 'organisation.update' })
  await loadProfile()
}
