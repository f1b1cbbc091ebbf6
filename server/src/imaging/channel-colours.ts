const SEQUENCE = ['#0000ff', '#00ffff', '#00ff00', '#ffff00', '#ff0000', '#ff00ff'] as const
/** A ramp from black to this colour is the grey scale. */
const GREY = '#ffffff'

export const RGB_COLOURS = ['#ff0000', '#00ff00', '#0000ff'] as const

/**
 * Display colour of a channel: one is grey, two to six follow the fixed sequence blue, cyan, green, yellow, red,
 * magenta, more are spread evenly over the hues (document 3 section 3).
 *
 * @throws RangeError when `index` is not a channel of `count`
 */
export function channelColour(index: number, count: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`unknown channel colour index ${index}`)
  if (count === 1) return GREY
  return count <= SEQUENCE.length ? (SEQUENCE[index] ?? GREY) : hue((360 * index) / count)
}

/** A fully saturated colour of that hue, degrees. */
function hue(degrees: number): string {
  const component = (shift: number) => {
    const k = (shift + degrees / 60) % 6
    return Math.round(255 * (1 - Math.max(0, Math.min(k, 4 - k, 1))))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${component(5)}${component(3)}${component(1)}`
}
