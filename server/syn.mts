import sharp from 'sharp'
import { seededRandom } from './src/learning/random.ts'
import { drawHDab } from './src/learning/synthesis/h-dab.ts'
import { drawHE } from './src/learning/synthesis/h-e.ts'
import { photograph } from './src/learning/synthesis/camera.ts'
const size = { width: 300, height: 300 }
for (const [name, draw] of [['hdab', drawHDab], ['he', drawHE]] as const) {
  const tiles = []
  const t = performance.now()
  for (let k = 0; k < 20; k++) {
    const r = seededRandom(k * 77 + 5)
    const f = await photograph(r, draw(r, size, 22 + r() * 10))
    // outline
    const rgb = Buffer.from(f.rgb)
    if (k % 5 === 4) for (let i = 0; i < f.labels.length - 301; i++) if (f.labels[i] !== f.labels[i+1] || f.labels[i] !== f.labels[i+300]) { rgb[3*i]=0; rgb[3*i+1]=255; rgb[3*i+2]=0 }
    tiles.push({ input: rgb, raw: { width: 300, height: 300, channels: 3 as const }, left: (k % 5) * 304, top: Math.floor(k / 5) * 304 })
  }
  console.log(name, (performance.now() - t) / 20, 'ms')
  await sharp({ create: { width: 5 * 304, height: 4 * 304, channels: 3, background: '#888' } }).composite(tiles).png().toFile(`/tmp/learnview/syn-${name}.png`)
}
