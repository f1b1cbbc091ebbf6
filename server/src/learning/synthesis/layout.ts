import type { Size } from '../../analysis/operators/size.ts'
import { between, pick, type Random } from '../random.ts'
import { fractalNoise, type Noise, valueNoise } from './noise.ts'
import { drawShape, type Kind, type NucleusShape, tooClose } from './nuclei.ts'

const { cos, PI, round, sin } = Math

/** What a place of a section is: cells side by side, loose round cells, fibres with spindle cells, or nothing. */
export type Ground = 'epithelium' | 'infiltrate' | 'stroma' | 'lumen'

export interface Layout extends Size {
  /** Of a typical nucleus, pixels. */
  diameter: number
  nuclei: readonly NucleusShape[]
  groundAt(x: number, y: number): Ground
  /** Direction of fibres and of spindle cells, radians. */
  fibreAngle: number
}

/** How nuclei of each ground look, in diameters of the field. */
const kindsOf = (random: Random, diameter: number): Record<Exclude<Ground, 'lumen'>, Kind> => ({
  epithelium: {
    diameter: diameter * between(random, 0.95, 1.25),
    spread: between(random, 0.06, 0.22),
    elongation: between(random, 1.2, 2),
    room: between(random, 0.4, 0.62),
    irregularity: between(random, 0.3, 1),
  },
  infiltrate: {
    diameter: diameter * between(random, 0.65, 0.95),
    spread: between(random, 0.05, 0.15),
    elongation: 1.35,
    room: between(random, 0.42, 0.6),
    irregularity: between(random, 0.2, 0.7),
  },
  stroma: {
    diameter: diameter * between(random, 0.7, 1),
    spread: between(random, 0.15, 0.3),
    elongation: between(random, 2.5, 5),
    room: 0.5,
    irregularity: between(random, 0.3, 1),
  },
})

/** Nuclei per square diameter where their ground is. */
const densitiesOf = (random: Random): Record<Ground, number> => ({
  epithelium: between(random, 0.25, 0.75),
  infiltrate: between(random, 0.15, 1.1),
  stroma: between(random, 0.04, 0.2),
  lumen: 0,
})

function groundOf(random: Random, diameter: number): (x: number, y: number) => Ground {
  const [kind, empty]: [Noise, Noise] = [fractalNoise(random, 2), fractalNoise(random, 2)]
  const unit = diameter * between(random, 4, 10)
  const lumen = random() < 0.6 ? between(random, 0.15, 0.38) : 0
  const first = pick<Ground>(random, ['epithelium', 'epithelium', 'infiltrate', 'stroma'])
  const second = pick<Ground>(random, ['epithelium', 'infiltrate', 'stroma', 'stroma'])
  const balance = between(random, 0.35, 0.75)
  return (x, y) => {
    if (empty(x / unit, y / unit) < lumen) return 'lumen'
    return kind(x / unit + 20, y / unit) < balance ? first : second
  }
}

/** Draws where the nuclei of a field lie and what lies between them; no two overlap by much. */
export function drawLayout(random: Random, { width, height }: Size, diameter: number): Layout {
  const groundAt = groundOf(random, diameter)
  const kinds = kindsOf(random, diameter)
  const densities = densitiesOf(random)
  const fibreAngle = between(random, 0, PI)
  const bend = valueNoise(random)
  const clustering = random() < 0.6 ? between(random, 0.3, 0.8) : 0
  const nuclei: NucleusShape[] = []
  const cell = diameter * 2
  const columns = Math.ceil(width / cell) + 2
  const grid = new Map<number, NucleusShape[]>()
  const keyOf = (x: number, y: number) => (Math.floor(y / cell) + 1) * columns + Math.floor(x / cell) + 1
  const near = (x: number, y: number) =>
    [-columns, 0, columns].flatMap((row) => [-1, 0, 1].flatMap((column) => grid.get(keyOf(x, y) + row + column) ?? []))

  const attempts = round(((width * height) / diameter ** 2) * 4)
  for (let attempt = 0; attempt < attempts; attempt++) {
    let [x, y] = [
      between(random, -diameter / 2, width + diameter / 2),
      between(random, -diameter / 2, height + diameter / 2),
    ]
    const neighbour = nuclei[Math.floor(random() * nuclei.length)]
    if (neighbour && random() < clustering) {
      const turn = between(random, 0, 2 * PI)
      const away = diameter * between(random, 0.75, 1.3)
      ;[x, y] = [neighbour.x + away * cos(turn), neighbour.y + away * sin(turn)]
    }
    const ground = groundAt(x, y)
    if (ground === 'lumen' || random() > densities[ground]) continue
    const kind = kinds[ground]
    const along = fibreAngle + 1.2 * (bend(x / (6 * diameter), y / (6 * diameter)) - 0.5)
    const angle = ground === 'stroma' ? along + between(random, -0.25, 0.25) : between(random, 0, PI)
    const shape = drawShape(random, kind, x, y, angle)
    if (near(x, y).some((other) => tooClose(shape, other, kind.room * 0.95))) continue
    nuclei.push(shape)
    const key = keyOf(x, y)
    grid.set(key, [...(grid.get(key) ?? []), shape])
  }
  return { width, height, diameter, nuclei, groundAt, fibreAngle }
}
