/** What is measured in a page, whoever draws it: times of frames, and when the picture changed. In each page as `window.frameProbe`. */

/** Columns and rows of the pixels that tell one picture from another. */
const [columns, rows] = [48, 32]

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves when all callbacks of the next frame have run, those too that were registered after this call. */
const endOfFrame = (): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    }),
  )

/** The largest canvas of the page: the picture. */
const pictureOf = (): HTMLCanvasElement | null =>
  [...document.querySelectorAll('canvas')]
    .filter(({ width, clientWidth }) => width > 0 && clientWidth > 300)
    .sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null

const small = new OffscreenCanvas(columns, rows)
const context = small.getContext('2d', { willReadFrequently: true })

/** Pixels of the picture on a grid, as a number; 0: there is no picture. Only of canvases that keep what they show. */
const fingerprint = (): number => {
  const picture = pictureOf()
  if (!picture || !context) return 0
  context.imageSmoothingEnabled = false
  context.clearRect(0, 0, columns, rows)
  context.drawImage(picture, 0, 0, columns, rows)
  let sum = 17
  for (const word of new Uint32Array(context.getImageData(0, 0, columns, rows).data.buffer)) {
    sum = (Math.imul(sum, 31) + word) | 0
  }
  return sum
}

/** Times of all frames since the last `startFrames`, ms. */
let frames: number[] = []
let isCounting = false

/** What `changed` waits for. */
let print = fingerprint

const probe = {
  /** Begins to note the time of each animation frame. */
  startFrames(): void {
    frames = []
    isCounting = true
    const note = (time: number): void => {
      if (!isCounting) return
      frames.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  },

  /** @returns times of the frames, ms */
  endFrames(): number[] {
    isCounting = false
    return frames
  },

  /** Viewers whose canvas cannot be read at any time tell their own fingerprint. */
  printBy(own: () => number): void {
    print = own
  },

  /** Waits until the picture differs from what it is now. @param since - `performance.now()` @returns ms from then to the end of that frame */
  async changed(since?: Promise<number>): Promise<number> {
    const before = print()
    const from = since ? await since : performance.now()
    for (const end = performance.now() + 20_000; performance.now() < end; ) {
      await endOfFrame()
      if (print() !== before) return performance.now() - from
    }
    throw new Error('The picture has not changed for twenty seconds')
  },

  /** Resolves with the time at which the pointer moves next. */
  nextMove(): Promise<number> {
    return new Promise((resolve) => {
      const options = { capture: true, once: true }
      window.addEventListener('mousemove', () => resolve(performance.now()), options)
    })
  },

  /**
   * Notes each change of the picture from now on until nothing has changed for `quiet` ms.
   * @returns time of the last change, ms since the epoch
   */
  async settled(quiet: number): Promise<number> {
    let [last, at] = [0, performance.now()]
    for (;;) {
      await nextFrame()
      const now = print()
      if (now !== last) [last, at] = [now, performance.now()]
      else if (last !== 0 && performance.now() - at > quiet) return performance.timeOrigin + at
    }
  },
}

export type Probe = typeof probe

declare global {
  interface Window {
    frameProbe: Probe
  }
}
window.frameProbe = probe
