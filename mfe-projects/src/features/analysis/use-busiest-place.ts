import { pictureQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { busiestPlace } from './busiest-place.ts'

const middle = { x: 0.5, y: 0.5 }

const placeIn = async (picture: Blob): Promise<typeof middle> => {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  drawing?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return drawing ? busiestPlace(drawing.getImageData(0, 0, width, height)) : middle
}

/**
 * Where to look at an image first, as shares of its width and height: where most is in its thumbnail, else its middle.
 * Undefined while the thumbnail is being loaded.
 */
export const useBusiestPlace = (thumbnailUrl: string | null): typeof middle | undefined => {
  const { data: picture, isError } = useQuery(pictureQuery(thumbnailUrl))
  const [found, setFound] = useState<{ picture: Blob; place: typeof middle } | null>(null)
  useEffect(() => {
    if (!picture) return
    const gone = new AbortController()
    placeIn(picture)
      .catch(() => middle)
      .then((place) => gone.signal.aborted || setFound({ picture, place }))
    return () => gone.abort()
  }, [picture])
  if (thumbnailUrl === null || isError) return middle
  return found?.picture === picture ? found?.place : undefined
}
