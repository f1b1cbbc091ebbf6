import { fetchBytes } from '@lamella/shared/api'
import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import css from './protected-picture.module.css'

/** A picture behind the bearer: loaded as a blob (document 3 §7). Decorative: its name stands beside it. */
export const ProtectedPicture = ({ url }: { url: string | null }) => {
  const blob = useQuery({
    queryKey: ['picture', url],
    queryFn: async ({ signal }) => (await fetchBytes(url ?? '', signal)).blob(),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob.data) return
    const created = URL.createObjectURL(blob.data)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [blob.data])
  if (url === null || blob.isError) return <IconPhotoOff className={css.none} size={24} stroke={1.4} aria-hidden />
  return address ? <img className={css.picture} src={address} alt="" /> : <Skeleton height="100%" radius={0} />
}
