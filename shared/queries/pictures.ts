import { addressOf, fetchBytes } from '@lamella/shared/api'
import { getAvatar, type User } from '@lamella/shared/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'

/** Bytes of a picture behind the bearer (document 3 §7). @param path - null: there is none */
export const pictureQuery = (path: string | null) =>
  queryOptions({
    queryKey: ['picture', path],
    queryFn: path === null ? skipToken : async ({ signal }) => (await fetchBytes(path, signal)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The picture of a user, who may have none. */
export const avatarQuery = ({ id, avatar: version }: Pick<User, 'id' | 'avatar'>) =>
  pictureQuery(version ? addressOf(getAvatar, { params: { userId: id }, query: { version } }) : null)
