import type { ImageMap } from '../canvas/image-map.ts'
import { framesOf } from '../time/frames.ts'
import type { ViewState } from '../view-state/view-state.ts'
import { type MovieFormat, type MovieProgress, requireRoom } from './movie-format.ts'
import { movieWriter } from './movie-formats.ts'
import type { MovieSize } from './movie-size.ts'
import { stampOf } from './time-stamp.ts'
import { drawView } from './view-picture.ts'

/** What a movie shows. */
export interface Movie {
  format: MovieFormat
  size: MovieSize
  /** Frames per second. */
  fps: number
  /** Indices of the time points, both included. */
  from: number
  to: number
  /** µm per pixel; null: no scale bar. */
  pixelSize: { x: number; y: number } | null
  /** Whether each frame states its time. */
  isStamped: boolean
  /** Seconds between time points; undefined: unknown. */
  timeStepS?: number | undefined
}

/** Pixels of the shorter edge with which marks are as large as on the screen; in larger frames they are larger. */
const plainEdge = 540
const barLength = 170

/** A map in an element that is not seen, in the size of a movie: the picture that is looked at stays as it is. */
const hiddenMap = (shown: ImageMap, { width, height, place }: MovieSize): { map: ImageMap; remove: () => void } => {
  const target = document.createElement('div')
  target.inert = true
  target.ariaHidden = 'true'
  const box = { position: 'fixed', left: '0', top: '0', width: `${width}px`, height: `${height}px` }
  Object.assign(target.style, { ...box, visibility: 'hidden', contain: 'strict', pointerEvents: 'none' })
  document.body.append(target)
  const map = shown.twin(target, place)
  const remove = (): void => {
    map.dispose()
    target.remove()
  }
  return { map, remove }
}

/**
 * Draws one time point after the other, each when all its tiles are there, with scale bar and time, into a movie. Layers
 * are left out: measurements and objects belong to one time point.
 * @param shown - the map that is looked at
 * @throws Error in words when a time point cannot be loaded or the movie is too large; the reason of `signal`
 */
export const recordMovie = async (
  shown: ImageMap,
  { channels, plane, tone }: Pick<ViewState, 'channels' | 'plane' | 'tone'>,
  movie: Movie,
  onProgress: (progress: MovieProgress) => void,
  signal: AbortSignal,
): Promise<Blob> => {
  const { size, from, to, fps, pixelSize } = movie
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const writer = await movieWriter(movie.format, canvas, { width: size.width, height: size.height, fps })
  const { map, remove } = hiddenMap(shown, size)
  const marks = Math.max(1, Math.min(size.width, size.height) / plainEdge)
  const bar = Math.min(barLength, (0.4 * size.width) / marks)
  try {
    map.showTone(tone)
    const frames = framesOf(map, channels, (t) => ({ t, plane }))
    for (let t = from; t <= to; t++) {
      // A tile that cannot be loaded ends it here; drawn, it would be a hole.
      await frames.fetch(t, signal).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw new Error(`Time point ${t + 1} could not be loaded.`, { cause })
      })
      if (t < to) frames.fetch(t + 1, signal).catch(() => undefined)
      map.show(channels, { t, plane })
      const stamp = movie.isStamped ? stampOf(t, map.view.timePoints, movie.timeStepS) : null
      await drawView(map, { tone, pixelSize, barLength: bar, stamp, ratio: 1, marks, signal }, canvas)
      await writer.add()
      signal.throwIfAborted()
      const progress = { frames: t - from + 1, bytes: writer.bytes }
      onProgress(progress)
      requireRoom(progress, to - from + 1)
    }
    return await writer.finish()
  } catch (error) {
    await writer.cancel().catch(() => undefined)
    throw error
  } finally {
    remove()
  }
}
