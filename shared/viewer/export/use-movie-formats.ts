import { useEffect, useState } from 'react'
import type { MovieFormat } from './movie-format.ts'
import { formatsFor } from './movie-formats.ts'

/** The formats that this browser can write in a size; null: not known yet. */
export const useMovieFormats = (width: number, height: number, fps: number): readonly MovieFormat[] | null => {
  const [known, setKnown] = useState<readonly MovieFormat[] | null>(null)
  useEffect(() => {
    let isLeft = false
    // Without the part that writes videos, e.g. after a release of another version, there is still GIF.
    formatsFor({ width, height, fps })
      .catch((): MovieFormat[] => ['gif'])
      .then((formats) => !isLeft && setKnown(formats))
    return () => {
      isLeft = true
    }
  }, [width, height, fps])
  return known
}
