import { screens, scriptsOf } from '@lamella/shared/config/size-budget.ts'
import { type BenchResult, round } from './bench-result.ts'

/** JavaScript that a browser loads for the screens with a budget, brotli; of the builds that are there. */
export const run = async (): Promise<BenchResult[]> =>
  screens.map((screen) => {
    const kilobytes = scriptsOf(screen).reduce((sum, { size }) => sum + size, 0) / 1000
    return {
      name: `JavaScript to the ${screen.name}, brotli`,
      unit: 'KB',
      ours: round(kilobytes, 1),
      peers: [],
      floor: `≤ ${screen.limit}`,
      met: kilobytes <= Number.parseFloat(screen.limit),
      notes: [],
    }
  })
