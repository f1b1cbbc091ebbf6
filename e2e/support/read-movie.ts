import type { Page } from 'playwright/test'

/** A movie as a browser decodes it, by other code than what wrote it. */
export interface ReadMovie {
  width: number
  height: number
  /** ms that each frame is shown. */
  delays: number[]
  /** Red, green and blue at the asked places, for each frame. */
  colours: number[][][]
  /** For each frame, how many pixels of its upper left corner are nearly white: text. */
  written: number[]
}

/** A page of a secure origin without content: image decoders exist in these only. */
const open = async (page: Page): Promise<void> => {
  const address = 'http://localhost/decoder'
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Decoder</title>' }))
  await page.goto(address)
}

/**
 * Decodes a movie in a page of its own.
 * @param places - pixels to be read, in parts of width and height
 * @param fps - of a video, which is asked for the middle of each frame's time
 */
export const readMovie = async (
  page: Page,
  bytes: Buffer,
  type: 'image/gif' | 'video/mp4' | 'video/webm',
  places: readonly (readonly [number, number])[],
  fps: number,
): Promise<ReadMovie> => {
  await open(page)
  return page.evaluate(
    async ([text, type, places, fps]) => {
      const data = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      const read: ReadMovie = { width: 0, height: 0, delays: [], colours: [], written: [] }
      const take = (picture: CanvasImageSource, width: number, height: number): void => {
        const context = new OffscreenCanvas(width, height).getContext('2d')
        context?.drawImage(picture, 0, 0)
        const at = (x: number, y: number, w: number, h: number) => [...(context?.getImageData(x, y, w, h).data ?? [])]
        Object.assign(read, { width, height })
        read.colours.push(places.map(([x, y]) => at(Math.floor(x * width), Math.floor(y * height), 1, 1).slice(0, 3)))
        const corner = at(0, 0, Math.floor(width / 2), Math.floor(height / 5))
        const isWhite = (pixel: number) => corner.slice(4 * pixel, 4 * pixel + 3).every((value) => value > 200)
        read.written.push(Array.from({ length: corner.length / 4 }, (_, pixel) => pixel).filter(isWhite).length)
      }
      if (type === 'image/gif') {
        const decoder = new ImageDecoder({ data, type })
        await decoder.tracks.ready
        await decoder.completed
        for (let frame = 0; frame < (decoder.tracks.selectedTrack?.frameCount ?? 0); frame++) {
          const { image } = await decoder.decode({ frameIndex: frame })
          read.delays.push((image.duration ?? 0) / 1000)
          take(image, image.displayWidth, image.displayHeight)
          image.close()
        }
        return read
      }
      const video = document.createElement('video')
      video.muted = true
      const until = (event: string): Promise<unknown> =>
        new Promise((resolve, reject) => {
          video.addEventListener(event, resolve, { once: true })
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
        })
      const isLoaded = until('loadeddata')
      video.src = URL.createObjectURL(new Blob([data], { type }))
      await isLoaded
      const frames = Math.round(video.duration * fps)
      for (let frame = 0; frame < frames; frame++) {
        // At the end of the search the frame before may still be the one that is drawn.
        const isShown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        const isThere = until('seeked')
        video.currentTime = (frame + 0.5) / fps
        await Promise.all([isThere, isShown])
        read.delays.push((1000 * video.duration) / frames)
        take(video, video.videoWidth, video.videoHeight)
      }
      return read
    },
    [bytes.toString('base64'), type, places, fps] as const,
  )
}
