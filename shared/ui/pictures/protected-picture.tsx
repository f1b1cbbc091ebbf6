import { Skeleton } from '@mantine/core'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import css from './protected-picture.module.css'

/**
 * Query for a picture: `pictureQuery` of `@lamella/shared/queries`, passed in because this folder may not import it
 * (ADR 51).
 */
export type PictureQuery = (url: string | null) => UseQueryOptions<Blob, Error, Blob, (string | null)[]>

export interface ProtectedPictureProps {
  /** Null: there is no picture. */
  url: string | null
  pictureQuery: PictureQuery
}

/**
 * A picture that needs the bearer token, loaded as a blob (D3-7-50), filling its frame. Decorative, because its name is
 * beside it.
 */
export function ProtectedPicture({ url, pictureQuery }: ProtectedPictureProps) {
  const blob = useQuery(pictureQuery(url))
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob.data) return
    const created = URL.createObjectURL(blob.data)
    setAddress(created)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(created)
    }
  }, [blob.data])
  if (url === null) return <IconPhoto className={css.none} size={24} stroke={1.4} aria-hidden />
  if (blob.isError) return <IconPhotoOff className={css.none} size={24} stroke={1.4} aria-hidden />
  return address ? <img className={css.picture} src={address} alt="" /> : <Skeleton height="100%" radius={0} />
}
