import { type Classification, classIndexOf, type Measurement, summarise } from '@lamella/shared/contract'
import type { AnalysisResult } from '../applications/application.ts'
import type { NucleusColumns } from './nucleus-batch.ts'
import { type NucleusColumn, nucleusTable, presentColumn } from './nucleus-table.ts'

/**
 * The result of an application whose objects are nuclei: classes by the values before rounding, measurements by the classification, so that
 * they follow when a user changes the cuts.
 *
 * @param measurements in the order in which they are shown
 */
export function nucleusResult(
  batches: readonly NucleusColumns[],
  columns: readonly NucleusColumn[],
  classification: Classification,
  measurements: readonly Measurement[],
): Omit<AnalysisResult, 'provenance'> {
  const { column, cuts } = classification
  const objects = nucleusTable(batches, columns, (at) => classIndexOf(at(column), cuts))
  const summary = summarise({ figures: measurements, classification, codes: objects.classes, columns: objects.values })
  const figures = summary.figures.map((figure) =>
    figure.key === 'nuclei' && figure.value === 0 ? { ...figure, note: 'none was found in the image' } : figure,
  )
  return { measurements: figures, classes: summary.classes, columns: columns.map(presentColumn), objects }
}
