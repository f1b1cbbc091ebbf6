/** How levels become colours: `channel` is black to the colour of the channel, the others are tables of many colours. */
export const colourMaps = ['channel', 'grey', 'viridis', 'magma', 'fire'] as const
export type ColourMap = (typeof colourMaps)[number]

/** Red, green and blue, each 0 to 1. */
type Colour = readonly [number, number, number]

/** Colours at equal distances, `rrggbb`: viridis and magma of matplotlib (CC0), fire of ImageJ (public domain). */
const stops: Record<Exclude<ColourMap, 'channel'>, string> = {
  grey: '000000 ffffff',
  viridis:
    '440154 481a6c 472f7d 414487 39568c 31688e 2a788e 23888e 1f988b 22a884 35b779 54c568 7ad151 a5db36 d2e21b fde725',
  magma:
    '000004 0b0924 20114b 3b0f70 57157e 721f81 8c2981 a8327d c43c75 de4968 f1605d fa7f5e fe9f6d febf84 fddea0 fcfdbf',
  fire: '000000 00003d 000060 320092 7400c8 a200a5 c80064 e50026 f84d00 ff7c00 ff9800 ffb900 ffe000 fffa41 fffffe ffffff',
}

/** Red, green and blue, each 0 to 1, of a colour `#rrggbb`. */
const colorOf = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Colours of a map at equal distances, the darkest first. @param color - of the channel, `#rrggbb` */
export const coloursOf = (map: ColourMap, color: string): readonly Colour[] =>
  map === 'channel' ? [[0, 0, 0], colorOf(color)] : stops[map].split(' ').map((stop) => colorOf(`#${stop}`))

/** The colour at a level of 0 to 1, between its neighbours. */
export const colourAt = (colours: readonly Colour[], level: number): Colour => {
  const at = level * (colours.length - 1)
  const low = colours[Math.floor(at)] ?? ([0, 0, 0] as const)
  const high = colours[Math.ceil(at)] ?? low
  const share = at - Math.floor(at)
  const mix = (band: 0 | 1 | 2): number => low[band] + (high[band] - low[band]) * share
  return [mix(0), mix(1), mix(2)]
}
