/** Size of the window for media queries, in pixels. */
const sizes = { width: 1440, height: 1080 }

type Listener = (event: { matches: boolean }) => void
const lists = new Map<string, Set<Listener>>()

const matches = (query: string): boolean =>
  [...query.matchAll(/\((min|max)-(width|height): ([\d.]+)px\)/g)].every(([, bound, side, pixels]) => {
    const size = side === 'width' ? sizes.width : sizes.height
    return bound === 'min' ? size >= Number(pixels) : size <= Number(pixels)
  })

const mediaQueryList = (media: string) => {
  const listeners = lists.get(media) ?? new Set<Listener>()
  lists.set(media, listeners)
  return {
    media,
    get matches() {
      // Queries of anything but a size (colour scheme, motion) do not match.
      return media === '' || (/(width|height):/.test(media) && matches(media))
    },
    onchange: null,
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
    addListener: (listener: Listener) => listeners.add(listener),
    removeListener: (listener: Listener) => listeners.delete(listener),
    dispatchEvent: () => false,
  }
}

/**
 * Sets the size of jsdom's window, also for media queries of width and height. To be wrapped in `act` after rendering.
 */
export const resizeWindow = (width: number, height = 1080): void => {
  sizes.width = width
  sizes.height = height
  window.matchMedia = mediaQueryList as unknown as typeof window.matchMedia
  Object.assign(window, { innerWidth: width, innerHeight: height })
  window.dispatchEvent(new Event('resize'))
  for (const [media, listeners] of lists) for (const listener of [...listeners]) listener({ matches: matches(media) })
}
