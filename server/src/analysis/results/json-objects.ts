import type { ResultObject } from '@lamella/shared/contract'
import { buildObjectTable, type NewObject, type ObjectTable } from './object-table.ts'

/** Converts the objects of results older than the columnar layout (ADR 45): a JSON list in the order of their numbers. */
export function objectTableFromJson(
  objects: readonly ResultObject[],
  names: { classes: readonly string[]; columns: readonly string[] },
): ObjectTable {
  const rows = function* (): Generator<NewObject> {
    for (const { class: name, values, polygon } of objects)
      yield { class: names.classes.indexOf(name), values, polygon }
  }
  const points = objects.reduce((sum, { polygon }) => sum + polygon.length, 0)
  return buildObjectTable(rows(), names.columns, { objects: objects.length, points })
}
