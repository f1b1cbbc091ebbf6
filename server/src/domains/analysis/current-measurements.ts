import type { SuitabilityMeasurements } from '@lamella/shared/contract'
import { suitabilityVersion } from '../../analysis/suitability/assess.ts'
import { modelFor } from '../../analysis/suitability/measure.ts'
import { readBaseModel } from '../../learning/models/base-models.ts'
import type { MeasurementsRow } from './measurements-repository.ts'

/** Hashes of the networks by which diameters were estimated. */
const modelsOf = (measured: SuitabilityMeasurements): string[] =>
  (measured.kind === 'bright-field' ? [measured] : measured.channels).flatMap(({ nucleusDiameter }) =>
    nucleusDiameter ? [nucleusDiameter.model] : [],
  )

/**
 * Measurements that still hold: made in the present way, and with the network that a job would use, or form and job would disagree.
 * Null: there are none, and they are to be made again.
 */
export const currentMeasurements = async (row: MeasurementsRow | null): Promise<SuitabilityMeasurements | null> => {
  if (!row?.measurements || row.version !== suitabilityVersion) return null
  const models = modelsOf(row.measurements)
  if (models.length === 0) return row.measurements
  const present = await readBaseModel(modelFor(row.measurements.kind)).catch(() => null)
  return present && models.some((model) => model !== present.sha256) ? null : row.measurements
}
