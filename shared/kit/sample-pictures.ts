import { channelColors, type PictureQuery } from '@lamella/shared/ui'

interface Field {
  ground: string
  cell: string
  core: string
  seed: number
}

const fields: readonly Field[] = [
  { ground: '#000000', cell: channelColors.green, core: channelColors.blue, seed: 7 },
  { ground: '#F3EAF3', cell: '#C98BC4', core: '#5B2C86', seed: 21 },
  { ground: '#F4EFE6', cell: '#B98A4E', core: '#6E4A22', seed: 42 },
]

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A field of stained cells, as the address (data URL) of a picture. */
function drawField({ ground, cell, core, seed }: Field): string {
  const random = randomNumbers(seed)
  const cells = Array.from({ length: 26 }, () => {
    const [x, y, width] = [random() * 160, random() * 120, 10 + random() * 12]
    const turned = `rotate(${Math.round(random() * 180)} ${x} ${y})`
    return `<g transform="${turned}"><ellipse cx="${x}" cy="${y}" rx="${width}" ry="${width * 0.6}" fill="${cell}" opacity=".6"/>
      <ellipse cx="${x}" cy="${y}" rx="${width * 0.42}" ry="${width * 0.32}" fill="${core}"/></g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">
    <filter id="soft"><feGaussianBlur stdDeviation="1.1"/></filter>
    <rect width="160" height="120" fill="${ground}"/><g filter="url(#soft)">${cells.join('')}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const samplePictures: readonly string[] = fields.map(drawField)

const pictureAt = (address: string): Blob =>
  new Blob([decodeURIComponent(address.slice(address.indexOf(',') + 1))], { type: 'image/svg+xml' })

/** In place of `pictureQuery`: the content of such an address; for others it fails. */
export const sampleQuery: PictureQuery = (url) => ({
  queryKey: [url],
  queryFn: async () => {
    if (!url?.startsWith('data:')) throw new Error('There is no such picture')
    return pictureAt(url)
  },
  enabled: url !== null,
})
