import { UserAvatar } from '@lamella/shared/blocks'
import type { User } from '@lamella/shared/contract'
import { avatarQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Address of the user's picture in this page; null while there is none. It lies behind the bearer. */
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
  /** A deactivated account: grey. */
  inactive?: boolean
}

/** A user's picture, or his initials. Decorative: his name stands beside it. */
export const PersonAvatar = ({ person, size, inactive }: PersonAvatarProps) => (
  <span aria-hidden>
    <UserAvatar name={person.fullName} id={person.id} src={usePicture(person)} size={size} inactive={inactive} />
  </span>
)
