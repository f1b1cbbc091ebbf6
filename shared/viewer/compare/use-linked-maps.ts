import { useEffect } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import { linkedPlace } from './linked-place.ts'

/** A map to link, with the size of its pixels. */
export interface LinkedMap {
  map: ImageMap
  pixelSize: { x: number; y: number } | null
}

/** Shows in all other maps the place and the turn of the one that is moved, while they are linked. */
const linkTo = (moved: LinkedMap, others: readonly LinkedMap[]): void => {
  const place = moved.map.middle
  for (const { map, pixelSize } of others) {
    map.goTo(linkedPlace(place, moved, { pixelSize }))
    map.map.getView().setRotation(moved.map.map.getView().getRotation())
  }
}

/** @param maps - must be stable across renders */
export const useLinkedMaps = (maps: readonly LinkedMap[], isLinked: boolean): void => {
  useEffect(() => {
    if (!isLinked) return
    // What follows does not lead in turn.
    let isFollowing = false
    const ends = maps.map((moved) => {
      const follow = (): void => {
        if (isFollowing) return
        isFollowing = true
        linkTo(
          moved,
          maps.filter((other) => other !== moved),
        )
        isFollowing = false
      }
      const view = moved.map.map.getView()
      const changes = ['change:center', 'change:resolution', 'change:rotation'] as const
      for (const change of changes) view.on(change, follow)
      return () => {
        for (const change of changes) view.un(change, follow)
      }
    })
    const [first, ...others] = maps
    if (first) linkTo(first, others)
    return () => {
      for (const end of ends) end()
    }
  }, [maps, isLinked])
}
