import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import type { MovieShape, MovieWriter } from './movie-format.ts'

type VideoFormat = 'mp4' | 'webm'

/** What is played everywhere in each of them: MP4 with another codec than H.264 is refused by presentations. */
const codecs: Record<VideoFormat, VideoCodec> = { mp4: 'avc', webm: 'vp9' }
/** Bits per pixel of a frame: fine noise of cameras stays visible. */
const bitsPerPixel = 0.3
const keyFrameSeconds = 2

/** At few frames per second each one differs from the one before. */
const qualityOf = ({ width, height, fps }: MovieShape): Quality =>
  new Quality({ bitrate: Math.max(1_000_000, Math.round(width * height * Math.max(fps, 10) * bitsPerPixel)) })

/** Whether the browser can encode such frames. */
export const canWriteVideo = (format: VideoFormat, shape: MovieShape): Promise<boolean> =>
  canEncodeVideo(codecs[format], { width: shape.width, height: shape.height, quality: qualityOf(shape) })

/** MP4 with H.264 or WebM with VP9 by the encoder of the browser. To be asked for only where `canWriteVideo`. */
export const videoWriter = async (
  format: VideoFormat,
  canvas: HTMLCanvasElement,
  shape: MovieShape,
): Promise<MovieWriter> => {
  const { fps } = shape
  const target = new BufferTarget()
  const output = new Output({ format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target })
  let bytes = 0
  let frames = 0
  const source = new CanvasSource(canvas, {
    codec: codecs[format],
    quality: qualityOf(shape),
    keyFrameInterval: keyFrameSeconds,
    onEncodedPacket: ({ byteLength }) => {
      bytes += byteLength
    },
  })
  output.addVideoTrack(source, { frameRate: fps })
  await output.start()
  return {
    get bytes() {
      return bytes
    },
    add: async () => {
      await source.add(frames / fps, 1 / fps)
      frames += 1
    },
    finish: async () => {
      await output.finalize()
      if (!target.buffer) throw new Error('The browser could not write the movie.')
      return new Blob([target.buffer], { type: `video/${format}` })
    },
    cancel: () => output.cancel(),
  }
}
