import { countLevels, type Field, levelsOf } from '../src/learning/dataset/field.ts'
import { between, mixSeeds, seededRandom } from '../src/learning/random.ts'
import { photograph } from '../src/learning/synthesis/camera.ts'
import { drawHDab } from '../src/learning/synthesis/h-dab.ts'
import { drawHE } from '../src/learning/synthesis/h-e.ts'

const SIZE = { width: 320, height: 320 }
export type GeneratedKind = 'h-dab' | 'h-e'
const DRAW = { 'h-dab': drawHDab, 'h-e': drawHE }

/** Generated fields with known nuclei. @param seed fields of different seeds have nothing in common */
export async function makeSyntheticFields(kind: GeneratedKind, count: number, seed: number): Promise<Field[]> {
  const fields: Field[] = []
  for (let number = 0; number < count; number++) {
    const random = seededRandom(mixSeeds(seed, kind === 'h-dab' ? 1 : 2, number))
    const { rgb, labels, width, height } = await photograph(random, DRAW[kind](random, SIZE, between(random, 20, 34)))
    const planes = [0, 1, 2].map((channel) =>
      Uint8Array.from({ length: width * height }, (_, i) => rgb[3 * i + channel] ?? 0),
    )
    fields.push({
      name: `${kind}-${number}`,
      kind,
      width,
      height,
      planes,
      levels: levelsOf(kind, planes.map(countLevels)),
      labels: Uint16Array.from(labels),
    })
  }
  return fields
}
