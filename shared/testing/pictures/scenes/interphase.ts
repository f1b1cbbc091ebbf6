import { drawFractal } from '../noise.ts'
import { createOutline, visit } from '../outline.ts'
import { createPlane, type Plane, splat } from '../plane.ts'
import type { Random } from '../random.ts'

const { PI, atan2, cos, hypot, max, min, sin } = Math

/**
 * A large cell in interphase, partly visible in the upper left corner: a mesh of microtubules round a dim nucleus.
 */
export function paintInterphase(
  random: Random,
  { width, height }: { width: number; height: number },
): { tubules: Plane; chromatin: Plane } {
  const tubules = createPlane(width, height)
  const chromatin = createPlane(width, height)
  const cell = createOutline(random, -0.1 * width, 0.1 * height, {
    radius: 0.44 * height,
    roundness: 0.7,
    direction: 2.15,
    lumpiness: 0.09,
  })
  const nucleus = createOutline(random, -0.04 * width, 0.2 * height, {
    radius: 0.1 * height,
    roundness: 0.72,
    direction: PI / 2.3,
    lumpiness: 0.03,
  })
  const texture = drawFractal(random, 3)
  visit(nucleus, width, height, 1, (index, depth) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    chromatin.data[index] = min(1, max(0, depth / 8)) * (1.6 + 1.5 * texture(x / 16, y / 16))
  })
  for (let fibre = 0; fibre < 900; fibre++) {
    let direction = random.between(-0.45 * PI, 0.75 * PI)
    const turn = random.between(-0.4 * PI, 0.7 * PI)
    const away = cell.radiusAt(turn) * random.next() ** 0.6 * 0.85
    let [x, y] = [cell.x + away * cos(turn), cell.y + away * sin(turn)]
    let bend = 0
    const brightness = random.between(0.3, 0.9)
    for (let step = 0; step < 420; step++) {
      bend = 0.985 * bend + random.normal(0, 0.0011)
      direction += bend
      x += 0.8 * cos(direction)
      y += 0.8 * sin(direction)
      const inside = cell.radiusAt(atan2(y - cell.y, x - cell.x)) - hypot(x - cell.x, y - cell.y)
      const edge = inside / (0.02 * height)
      // At the border of the cell tubules turn and run along it.
      if (edge < 1.8) direction += 0.028
      if (edge < 0) break
      splat(tubules, x, y, brightness * min(1, edge))
    }
  }
  return { tubules, chromatin }
}
