import { UserAvatar } from '@lamella/shared/blocks'
import type { User } from '@lamella/shared/contract'
import { avatarQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Object URL of the user's picture; null without one. Fetched first, because an `img` cannot send the bearer token. */
const usePicture = (person: Pick<User, 'id' | 'avatar'>): string | null => {
  const { data: picture } = useQuery(avatarQuery(person))
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const created = URL.createObjectURL(picture)
    setAddress(created)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(created)
    }
  }, [picture])
  return address
}

interface PersonAvatarProps {
  person: Pick<User, 'id' | 'fullName' | 'avatar'>
  size?: number
  /** Deactivated account: grey. */
  inactive?: boolean
}

/** A user's picture, or initials without one. Decorative: the name is shown beside it. */
export const PersonAvatar = ({ person, size, inactive }: PersonAvatarProps) => (
  <span aria-hidden>
    <UserAvatar name={person.fullName} id={person.id} src={usePicture(person)} size={size} inactive={inactive} />
  </span>
)
