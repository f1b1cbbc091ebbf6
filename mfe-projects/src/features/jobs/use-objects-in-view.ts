import type { ObjectOutline } from '@lamella/shared/contract'
import { type ImageBox, objectsInBoxQuery } from '@lamella/shared/queries'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { boxToLoad } from './box-to-load.ts'

/** Objects of a part of the image, as loaded. */
export interface ObjectsInView {
  objects: readonly ObjectOutline[]
  /** Thinning of a crowded part: about one of so many objects is included; 1: all. */
  oneOf: number
}

const none: ObjectsInView = { objects: [], oneOf: 1 }

/**
 * Objects of a result in the visible part of its image; those of the previous part until the new ones are loaded.
 * @param resultId - undefined while there is no result
 * @param width - of the image in pixels
 * @param height - of the image in pixels
 */
export const useObjectsInView = (
  resultId: string | undefined,
  width: number,
  height: number,
): { inView: ObjectsInView; onVisible: (visible: ImageBox) => void; error: Error | null } => {
  const [box, setBox] = useState<ImageBox | null>(null)
  const onVisible = useCallback(
    (visible: ImageBox) => {
      const next = boxToLoad(visible, { width, height })
      setBox((before) => (before && String(before) === String(next) ? before : next))
    },
    [width, height],
  )
  const isEmpty = !box || box[0] >= box[2] || box[1] >= box[3]
  const query = useQuery({
    ...objectsInBoxQuery(resultId ?? '', box ?? [0, 0, 0, 0]),
    enabled: resultId !== undefined && !isEmpty,
  })
  return { inView: query.data ?? none, onVisible, error: query.error }
}
