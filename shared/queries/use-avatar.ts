import type { User } from '@lamella/shared/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { avatarQuery } from './pictures.ts'

/** Object URL of a user's picture; null without one. Fetched first, because an `img` cannot send the bearer token. */
export const useAvatar = (person: Pick<User, 'id' | 'avatar'>): string | null => {
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
