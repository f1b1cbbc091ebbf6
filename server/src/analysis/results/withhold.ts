import type { JobResult, Measurement } from '@lamella/shared/contract'
import type { ObjectTable } from './object-table.ts'

/** Above 100 % by rounding. */
const MOST_PERCENT = 100 + 1e-6
/** Areas that objects lie in, and figures that are counts per such an area. */
const AREAS = ['tissueArea', 'imageArea']
const PER_AREA = 'density'
/** Units of the areas of objects in those of areas of the image. */
const IN_UNITS: Readonly<Record<string, { of: string; factor: number }>> = {
  'mm²': { of: 'µm²', factor: 1e-6 },
  Mpx: { of: 'px²', factor: 1e-6 },
}

/** The part of a result that is looked at. */
interface Figures extends Pick<JobResult, 'columns'> {
  measurements: Measurement[]
  objects: Pick<ObjectTable, 'values'>
}

const withheld = (figure: Measurement, note: string): Measurement => ({ ...figure, value: null, note })

/** The area of all objects, in the unit of an area of the image; null where the objects have none. */
function coveredOf({ columns, objects }: Figures, unit: string): number | null {
  const column = columns.find(({ key }) => key === 'area')
  const units = IN_UNITS[unit]
  if (!column || column.unit !== units?.of) return null
  return units.factor * (objects.values.area ?? new Float64Array()).reduce((sum, area) => sum + (area || 0), 0)
}

/**
 * Figures whose parts contradict each other are not given, but that they are not known: shares beyond 0 to 100 %, and an area that is smaller than
 * the objects in it, with the density that follows from it. Whatever the cause is, such a number is wrong.
 */
export function withholdContradictions<Result extends Figures>(result: Result): Result {
  const impossible = result.measurements.filter(({ key, value, unit }) => {
    if (value === null || !AREAS.includes(key)) return false
    const covered = coveredOf(result, unit)
    return covered !== null && covered > value
  })
  const isArea = (key: string) => impossible.some((area) => area.key === key)
  const measurements = result.measurements.map((figure): Measurement => {
    const { key, value, unit } = figure
    if (isArea(key)) return withheld(figure, 'not known: the objects found in it are larger')
    if (key === PER_AREA && impossible.length > 0)
      return withheld(figure, 'not known: the objects are larger than the area')
    if (unit === '%' && value !== null && (value < 0 || value > MOST_PERCENT))
      return withheld(figure, 'not known: a share cannot be beyond 100 %')
    return figure
  })
  return { ...result, measurements }
}
