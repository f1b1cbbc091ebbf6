import type { PixelSize } from '../../analysis/sources/pixel-source.ts'
import { suitabilityVersion } from '../../analysis/suitability/assess.ts'
import { modelFor } from '../../analysis/suitability/measure.ts'
import { type Measurements, measurements } from '../../analysis/suitability/measurements.ts'
import { readBaseModel } from '../../learning/models/base-models.ts'
import type { MeasurementsRow } from './measurements-repository.ts'

/** Hashes of the networks by which diameters were estimated. */
const modelsOf = (measured: Measurements): string[] => {
  const found =
    measured.kind === 'bright-field' ? [measured] : measured.kind === 'fluorescence' ? measured.channels : []
  return found.flatMap(({ nucleusDiameter }) => (nucleusDiameter ? [nucleusDiameter.model] : []))
}

/** Whether what was measured depends on a pixel size that was another one then. */
const isOfOtherScale = ({ kind, scale }: Measurements, pixelSizeUm: PixelSize | null): boolean => {
  const then = scale.source === 'unknown' ? null : scale.um
  return kind === 'striations' && (then?.x !== pixelSizeUm?.x || then?.y !== pixelSizeUm?.y)
}

/**
 * Measurements that still hold: made in the present way, and with the network and the pixel size that a job would use, or form and job would
 * disagree. Null: there are none, and they are to be made again.
 *
 * @param pixelSizeUm that counts now
 */
export const currentMeasurements = async (
  row: MeasurementsRow | null,
  pixelSizeUm: PixelSize | null,
): Promise<Measurements | null> => {
  if (!row?.measurements || row.version !== suitabilityVersion) return null
  const measured = measurements.parse(row.measurements)
  if (isOfOtherScale(measured, pixelSizeUm)) return null
  const models = modelsOf(measured)
  if (models.length === 0) return measured
  const present = await readBaseModel(modelFor(measured.kind)).catch(() => null)
  return present && models.some((model) => model !== present.sha256) ? null : measured
}
