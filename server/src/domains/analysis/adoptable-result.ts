import { type Classification, classesByCuts, type ResultObject } from '@lamella/shared/contract'
import { findApplication } from '../../analysis/applications/registry.ts'
import type { Executor } from '../../platform/db/database.ts'
import { findCorrection, findResultOfJobById } from './correction-repository.ts'
import type { ResultRow } from './repository.ts'

/** A result, original or corrected, whose objects are to become annotations. */
export interface AdoptableResult extends Pick<ResultRow, 'id' | 'columns' | 'provenance' | 'objectCount'> {
  imageId: string
  projectId: string
  correctionId: string | null
  /** Name for people and version, such as `Ki-67 (breast) 1.2.0`. */
  application: string
  /** The class of an object; null: the correction leaves it out. */
  classOf: (object: ResultObject) => { name: string; color: string | null } | null
}

type Classes = ResultRow['classes']

const classIn = (classes: readonly Pick<Classes[number], 'name' | 'color'>[], name: string) => ({
  name,
  color: classes.find((each) => each.name === name)?.color ?? null,
})

/** As the pages of results divide objects by the cuts of a correction. */
const correctedClass = (
  classes: Classes,
  own: Classification,
  cuts: readonly number[],
  leftOut: ReadonlySet<number>,
) => {
  const codes = new Map(classes.map(({ name }, code) => [name, code]))
  const codeOf = classesByCuts(own.cuts, cuts)
  return ({ no, class: stored, values }: ResultObject): ReturnType<AdoptableResult['classOf']> => {
    if (leftOut.has(no)) return null
    const code = codeOf(codes.get(stored) ?? 0, values[own.column] ?? Number.NaN)
    return own.classes[code] ?? classIn(classes, stored)
  }
}

/**
 * @param correctionId - null: the original
 * @returns null: there is no such result, or no such correction of it
 */
export const findAdoptableResult = async (
  db: Executor,
  resultId: string,
  correctionId: string | null,
): Promise<AdoptableResult | null> => {
  const found = await findResultOfJobById(db, resultId)
  if (!found) return null
  const { result, job } = found
  const { id, columns, provenance, objectCount, classes } = result
  const application = findApplication(job.appName, job.appVersion)
  const adoptable = {
    ...{ id, columns, provenance, objectCount, correctionId },
    imageId: job.imageId,
    projectId: job.projectId,
    application: `${application?.displayName ?? job.appName} ${job.appVersion}`,
  }
  if (correctionId === null) return { ...adoptable, classOf: (object) => classIn(classes, object.class) }
  const correction = await findCorrection(db, resultId, correctionId)
  // Only applications that the server has can be corrected; of one that is gone the classes are not known.
  if (!correction || !application?.classification) return null
  const leftOut = new Set(correction.leftOut.flatMap(({ objects }) => objects))
  return { ...adoptable, classOf: correctedClass(classes, application.classification, correction.cuts, leftOut) }
}
