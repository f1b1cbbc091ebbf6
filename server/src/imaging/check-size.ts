import type { ImageKind } from './description.ts'
import type { Axis, SceneSource } from './image-source.ts'
import { ImagingError } from './imaging-error.ts'
import type { ImagingLimits } from './limits.ts'
import { axisNoun, type Plan, sizeForKind } from './plan.ts'

/** All planes together may have this many times the pixels that one plane may have. */
const PLANES_TIMES = 10

type Planes = Pick<SceneSource, 'size' | 'samples' | 'unlabelledAxis'>
type Size = Pick<SceneSource, 'width' | 'height'>

const counted = (number: number) => number.toLocaleString('en-GB')

/**
 * Refuses files that declare more planes than one image may have, or than the file can hold, before memory is allocated per plane.
 *
 * @throws ImagingError `tooLarge`
 */
export function checkPlanes(kind: ImageKind, source: Planes, fileBytes: number, limits: ImagingLimits): void {
  const size = sizeForKind(kind, source)
  const most: Record<Axis, number> = { c: limits.maxChannels, z: limits.maxZPlanes, t: limits.maxTimePoints }
  const shown = { ...size, c: size.c * (kind === 'MultiChannel' ? source.samples : 1) }
  for (const axis of ['c', 'z', 't'] as const) {
    if (shown[axis] > most[axis]) throw tooMany(axisNoun[axis], shown[axis], most[axis])
  }
  const planes = size.c * size.z * size.t
  if (planes > limits.maxPlanes) throw tooMany('planes', planes, limits.maxPlanes)
  if (planes > limits.planesFloor + fileBytes / limits.minBytesPerPlane) {
    throw new ImagingError(
      'tooLarge',
      `This file declares ${counted(planes)} planes but is far too small to hold them; export it again and upload the new file.`,
    )
  }
}

const tooMany = (what: string, number: number, most: number) =>
  new ImagingError(
    'tooLarge',
    `This file declares ${counted(number)} ${what}, and one image may have ${counted(most)} at most; split it and upload the parts.`,
  )

/** Images in one file. Slides of tissue arrays have some hundred scenes. */
const MAX_SCENES = 500

/**
 * Refuses files whose images together declare more than the limits, which each of them keeps.
 *
 * @throws ImagingError `tooLarge`
 */
export function checkAll(
  scenes: readonly { source: Size; plan: Plan }[],
  fileBytes: number,
  limits: ImagingLimits,
): void {
  if (scenes.length > MAX_SCENES) throw tooMany('scenes', scenes.length, MAX_SCENES)
  const count = ({ plan }: { plan: Plan }) => plan.planes.length + plan.zStack.length
  const planes = scenes.reduce((sum, scene) => sum + count(scene), 0)
  if (planes > limits.maxPlanes) throw tooMany('planes', planes, limits.maxPlanes)
  const pixels = scenes.reduce((sum, scene) => sum + scene.source.width * scene.source.height * count(scene), 0)
  const bomb = pixels > limits.bombFloor && pixels > fileBytes * limits.maxPixelsPerByte
  if (!bomb && pixels <= limits.maxPixels * PLANES_TIMES) return
  throw new ImagingError(
    'tooLarge',
    `The ${counted(scenes.length)} images in this file are larger together than can be processed; upload them in several files.`,
  )
}

/**
 * Refuses images whose declared size is zero, above the limits, or out of proportion to the file (decompression bombs), before any pixel is
 * decoded.
 *
 * @throws ImagingError `damaged` or `tooLarge`
 */
export function checkSize(source: Size, plan: Plan, fileBytes: number, limits: ImagingLimits): void {
  const { width, height } = source
  const plane = width * height
  const shown = `${width} × ${height} pixels`
  if (!(plane > 0))
    throw new ImagingError(
      'damaged',
      'This file declares an image without pixels; export it again and upload the new file.',
    )
  const planeCount = plan.planes.length + plan.zStack.length
  const all = plane * planeCount
  if (plane > limits.maxPixels || all > limits.maxPixels * PLANES_TIMES) {
    throw new ImagingError(
      'tooLarge',
      `This image is larger than can be processed (${shown}, ${planeCount} planes); upload a part of it or a reduced version.`,
    )
  }
  if (all > limits.bombFloor && all > fileBytes * limits.maxPixelsPerByte) {
    const planes = planeCount > 1 ? ` in ${counted(planeCount)} planes` : ''
    throw new ImagingError(
      'tooLarge',
      `This file declares ${shown}${planes} but is far too small to hold them; export it again and upload the new file.`,
    )
  }
}
