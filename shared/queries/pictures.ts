import { addressOf, fetchBytes } from '@lamella/shared/api'
import { getAvatar, type User } from '@lamella/shared/contract'
import { skipToken } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'

/** A picture that needs the bearer token, as a blob (D3-7-50). @param path - null: nothing is loaded */
export const pictureQuery = (path: string | null) =>
  defineQuery({
    queryKey: ['picture', path],
    queryFn: path === null ? skipToken : async ({ signal }) => (await fetchBytes(path, signal)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The picture of a user; nothing is loaded for a user without one. */
export const avatarQuery = ({ id, avatar: version }: Pick<User, 'id' | 'avatar'>) =>
  pictureQuery(version ? addressOf(getAvatar, { params: { userId: id }, query: { version } }) : null)
