import { blur, createPlane, type Plane } from '../plane.ts'

const copyOf = (plane: Plane): Plane => ({ ...plane, data: plane.data.slice() })

/** Adds `share` of one plane to another. */
export function addTo(target: Plane, source: Plane, share = 1): Plane {
  for (let i = 0; i < target.data.length; i++) target.data[i] = (target.data[i] ?? 0) + share * (source.data[i] ?? 0)
  return target
}

/**
 * Blur of a lens: a sharp core with wide, weak skirts, which give fluorescence its glow.
 * @param lobes standard deviation in pixels and share of the light of each
 */
export function seeThrough(plane: Plane, lobes: readonly (readonly [sigma: number, share: number])[]): Plane {
  const seen = createPlane(plane.width, plane.height)
  for (const [sigma, share] of lobes) addTo(seen, blur(copyOf(plane), sigma), share)
  return seen
}
