import { gifWriter } from './gif-writer.ts'
import type { MovieFormat, MovieShape, MovieWriter } from './movie-format.ts'

/** The encoders of videos are loaded only where the browser has one. */
const videos = () => import('./video-writer.ts')

/** The formats that this browser can write in such a shape, the one that most programs show first. GIF it always can. */
export const formatsFor = async (shape: MovieShape): Promise<MovieFormat[]> => {
  if (!('VideoEncoder' in globalThis)) return ['gif']
  const { canWriteVideo } = await videos()
  const can = async (format: 'mp4' | 'webm'): Promise<MovieFormat[]> =>
    (await canWriteVideo(format, shape).catch(() => false)) ? [format] : []
  return [...(await can('mp4')), ...(await can('webm')), 'gif']
}

/** Opens a movie for the frames of a canvas. @param format - one of `formatsFor` */
export const movieWriter = async (
  format: MovieFormat,
  canvas: HTMLCanvasElement,
  shape: MovieShape,
): Promise<MovieWriter> => {
  if (format === 'gif') return gifWriter(canvas, shape)
  const { videoWriter } = await videos()
  return videoWriter(format, canvas, shape)
}
