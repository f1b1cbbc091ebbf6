import { setImmediate } from 'node:timers/promises'
import { geometryOfShape } from '@lamella/shared/geometry'
import { type Run, runsOf } from '@lamella/shared/geometry/runs.ts'
import type { Samples } from '../../../imaging/index.ts'

/** An area that is painted with a value. */
export interface PaintedArea {
  shape: Buffer
  value: number
  /** Areas of a higher one cover those of a lower one. */
  order: number
  /** First row of pixels that it reaches. */
  top: number
}

interface Begun extends PaintedArea {
  runs: readonly Run[]
  /** Runs that are painted. */
  painted: number
}

/**
 * Paints areas on a plane: a pixel has the value of the area in which its middle lies.
 * @param areas - in the order of their tops
 * @returns values of `count` rows from `top` on, row-major, to be asked for from top to bottom
 */
export const paintAreas = (
  areas: AsyncIterator<PaintedArea>,
  { width, height }: { width: number; height: number },
  allocate: (length: number) => Samples,
): ((top: number, count: number) => Promise<Samples>) => {
  let begun: Begun[] = []
  let next: PaintedArea | null = null
  let isAtEnd = false
  const take = async (bottom: number): Promise<void> => {
    for (let taken = 1; !isAtEnd; taken += 1) {
      if (!next) {
        const { done = false, value } = await areas.next()
        isAtEnd = done
        if (done) return
        next = value as PaintedArea
      }
      if (next.top >= bottom) return
      begun.push({ ...next, runs: runsOf(geometryOfShape(next.shape), width, height), painted: 0 })
      next = null
      // Others' requests come between.
      if (taken % 100 === 0) await setImmediate()
    }
  }
  return async (top, count) => {
    const rows = allocate(width * count)
    await take(top + count)
    for (const area of begun.toSorted((one, other) => one.order - other.order)) {
      for (let run = area.runs[area.painted]; run && run[0] < top + count; run = area.runs[area.painted]) {
        const [row, from, to] = run
        rows.fill(area.value, (row - top) * width + from, (row - top) * width + to)
        area.painted += 1
      }
    }
    begun = begun.filter(({ runs, painted }) => painted < runs.length)
    return rows
  }
}
