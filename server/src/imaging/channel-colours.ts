const SEQUENCE = ['#0000ff', '#00ffff', '#00ff00', '#ffff00', '#ff0000', '#ff00ff'] as const
/** A ramp from black to white is the grey scale. */
const GREY = '#ffffff'

/** Display colours of the three samples of an RGB image that is shown as grey planes. */
export const RGB_COLOURS = ['#ff0000', '#00ff00', '#0000ff'] as const

/**
 * Display colour of channel `index` of `count`, as `#rrggbb`: a single channel is grey (D3-3-23), two to six follow the
 * fixed sequence (D3-3-24), more have evenly spread hues (D3-3-25).
 *
 * @throws RangeError when `index` is not an integer from 0 to `count` - 1 (D3-3-26)
 */
export function channelColour(index: number, count: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= count)
    throw new RangeError(`unknown channel colour index ${index}`)
  if (count === 1) return GREY
  return count <= SEQUENCE.length ? (SEQUENCE[index] ?? GREY) : hue((360 * index) / count)
}

/** The fully saturated colour (HSV with S = V = 1) of a hue in degrees. */
function hue(degrees: number): string {
  const component = (shift: number) => {
    const k = (shift + degrees / 60) % 6
    return Math.round(255 * (1 - Math.max(0, Math.min(k, 4 - k, 1))))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${component(5)}${component(3)}${component(1)}`
}
