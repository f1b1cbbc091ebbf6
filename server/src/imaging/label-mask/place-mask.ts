import type { PlaneCoordinates } from '../image-source.ts'
import { ImagingError } from '../imaging-error.ts'
import type { Mask } from './open-mask.ts'

/** A scene of the image that a mask is of. */
export interface MaskedScene {
  /** Pixels. */
  width: number
  height: number
  zPlanes: number
  timePoints: number
}

/** A plane of a mask with where it is on the image; null: on all planes, at all time points. */
export interface MaskPlane {
  at: PlaneCoordinates
  z: number | null
  t: number | null
}

const refuse = (message: string) => new ImagingError('unsupported', message)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The scene that a mask is of: the only one of its size. @throws ImagingError */
const sceneOf = ({ width, height }: Mask, scenes: readonly MaskedScene[]): number => {
  const fitting = [...scenes.keys()].filter((at) => scenes[at]?.width === width && scenes[at]?.height === height)
  const [scene] = fitting
  const [first] = scenes
  if (scene === undefined) {
    throw refuse(
      scenes.length === 1 && first
        ? `The mask has ${width} × ${height} pixels, and the image has ${first.width} × ${first.height}.`
        : `The mask has ${width} × ${height} pixels, and no scene of the image has.`,
    )
  }
  if (fitting.length > 1) throw refuse(`Several scenes of the image have ${width} × ${height} pixels, as the mask has.`)
  return scene
}

/**
 * Where the planes of a mask are on an image. One plane is on all of the image; several are as many as the image has. Pages of unstated meaning are
 * what the image has as many of.
 * @throws ImagingError
 */
export const placeMask = (mask: Mask, scenes: readonly MaskedScene[]): { scene: number; planes: MaskPlane[] } => {
  const scene = sceneOf(mask, scenes)
  const { zPlanes = 1, timePoints = 1 } = scenes[scene] ?? {}
  const { size, unlabelledAxis } = mask
  const pages = unlabelledAxis ? size[unlabelledAxis] : 1
  if (unlabelledAxis && pages > 1) {
    const isStack = pages === zPlanes
    const others = size.c * size.z * size.t > pages
    if (others || isStack === (pages === timePoints)) {
      const has = `the image has ${counted(zPlanes, 'Z plane')} and ${counted(timePoints, 'time point')}`
      throw refuse(`The mask has ${pages} pages, and ${has}: it is not clear what they are.`)
    }
    return {
      scene,
      planes: Array.from({ length: pages }, (_, page) => ({
        at: { c: 0, z: 0, t: 0, [unlabelledAxis]: page },
        z: isStack ? page : null,
        t: isStack ? null : page,
      })),
    }
  }
  if (size.c > 1) throw refuse(`The mask has ${size.c} channels: save each of them as a file of its own.`)
  const fits = (size.z === 1 || size.z === zPlanes) && (size.t === 1 || size.t === timePoints)
  if (!fits) {
    const [there, here] = [size, { z: zPlanes, t: timePoints }].map(
      ({ z, t }) => `${counted(z, 'Z plane')} and ${counted(t, 'time point')}`,
    )
    throw refuse(`The mask has ${there}, and the image has ${here}.`)
  }
  const planes = Array.from({ length: size.z * size.t }, (_, index) => {
    const at = { c: 0, z: index % size.z, t: Math.floor(index / size.z) }
    return { at, z: size.z > 1 ? at.z : null, t: size.t > 1 ? at.t : null }
  })
  return { scene, planes }
}
