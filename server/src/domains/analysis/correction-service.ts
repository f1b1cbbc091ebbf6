import { hash } from 'node:crypto'
import {
  type Classification,
  type CorrectedResult,
  classCodesByCuts,
  columnsOf,
  type createCorrection,
  cutsProblem,
  type HandlerInput,
  type LeftOutBy,
  summarise,
} from '@lamella/shared/contract'
import { findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { recordAudit } from '../audit/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { findFullName } from '../users/index.ts'
import * as repository from './correction-repository.ts'
import type { ResultObjects } from './result-objects.ts'
import { publishJobChanged } from './service.ts'

type CorrectionForm = HandlerInput<typeof createCorrection>['body']['data']

/** More than anybody makes by hand; each may leave out thousands of objects, and a bundle reads all of a result. */
const correctionsPerResult = 200

/** A corrected result as the API shows it. */
const presentCorrection = (row: repository.CorrectionRow): CorrectedResult => ({
  id: row.id,
  result: row.resultId,
  source: row.sourceId,
  created: row.created.toISOString(),
  createdBy: { id: row.ownerId, fullName: row.ownerName },
  cuts: row.cuts,
  leftOut: row.leftOut,
  figures: row.figures,
  classes: row.classes,
})

/** One page of the corrected results of an original one, newest first. */
export const listCorrections = async ({ db }: AppContext, resultId: string, query: PageQuery) => {
  const { 'page[after]': after, 'page[size]': size } = query
  const rows = await repository.listCorrectionsOf(db, resultId, { after, limit: size + 1 })
  return pageOf(rows.map(presentCorrection), query, `/api/v1/jobResults/${resultId}/corrections`)
}

/** Objects that a correction leaves out, ascending. */
const leftOutNumbers = (groups: readonly LeftOutBy[]): number[] =>
  groups.flatMap(({ objects }) => objects).toSorted((a, b) => a - b)

/** What is left out, by whom: objects that the source leaves out stay with the person who did it. */
const groupsOf = (
  before: readonly LeftOutBy[],
  wanted: readonly number[],
  author: Pick<LeftOutBy, 'by' | 'at'>,
): LeftOutBy[] => {
  const wantedNumbers = new Set(wanted)
  const known = new Set(leftOutNumbers(before))
  const kept = before.map((group) => ({ ...group, objects: group.objects.filter((no) => wantedNumbers.has(no)) }))
  const added = { ...author, objects: [...wantedNumbers].filter((no) => !known.has(no)).toSorted((a, b) => a - b) }
  return [...kept, added].filter(({ objects }) => objects.length > 0)
}

/** The starting point of a correction: a corrected result, or the original one with the application's cuts. */
interface Source {
  id: string | null
  cuts: readonly number[]
  leftOut: readonly LeftOutBy[]
}

const findSource = async (
  { db }: AppContext,
  resultId: string,
  sourceId: string | null,
  { cuts }: Classification,
): Promise<Source> => {
  if (sourceId === null) return { id: null, cuts, leftOut: [] }
  const row = await repository.findCorrection(db, resultId, sourceId)
  if (!row) throw new ApiError('ERR_0404')
  return row
}

/** @throws ApiError ERR_4005 */
const checkForm = (form: CorrectionForm, classification: Classification, source: Source, objectCount: number): void => {
  const refuse = (sentence: string) => {
    throw new ApiError('ERR_4005', sentence)
  }
  const problem = cutsProblem(classification, form.cuts)
  if (problem) refuse(problem)
  const unknown = form.leftOut.find((no) => no > objectCount)
  if (unknown !== undefined) refuse(`The result has no object ${unknown}.`)
  const before = leftOutNumbers(source.leftOut)
  const isUnchanged =
    form.cuts.join() === source.cuts.join() &&
    [...new Set(form.leftOut)].toSorted((a, b) => a - b).join() === before.join()
  if (isUnchanged) refuse('There is no change to be stored: cuts and objects are those of the result.')
}

const recompute = async (
  objects: ResultObjects,
  { result }: repository.ResultOfJob,
  classification: Classification,
  { cuts, leftOut }: CorrectionForm,
) => {
  const columns: Record<string, Float64Array> = {}
  for (const key of columnsOf(classification)) columns[key] = await objects.column(result.id, key)
  const stored = await objects.classes(result.id)
  const values = columns[classification.column] ?? new Float64Array()
  const codes = classCodesByCuts(stored, values, classification.cuts, cuts)
  return summarise({ figures: result.figures, classification, codes, columns, leftOut: new Set(leftOut) })
}

/**
 * Stores a corrected result beside the original one, which stays as it is. The same correction of the same person is stored once,
 * however often and at the same time it is sent. The caller must have checked that the principal is an editor of the project.
 * @throws ApiError ERR_0404; ERR_4005 when cuts or objects do not fit; ERR_5008
 */
export const saveCorrection = async (
  context: AppContext,
  objects: ResultObjects,
  { organisationId, userId }: Principal,
  resultId: string,
  form: CorrectionForm,
): Promise<CorrectedResult> => {
  const original = await repository.findResultOfJobById(context.db, resultId)
  if (!original) throw new ApiError('ERR_0404')
  const { job, result, imageName } = original
  const application = findApplication(job.appName, job.appVersion)
  const classification = application?.classification
  if (!classification) throw new ApiError('ERR_4005', 'Results of this application cannot be changed.')
  const source = await findSource(context, resultId, form.source, classification)
  checkForm(form, classification, source, result.objectCount)
  const values = await recompute(objects, original, classification, form)
  const at = context.now()
  const ownerName = await findFullName(context.db, userId)
  const author = { by: { id: userId, fullName: ownerName }, at: at.toISOString() }
  const leftOut = groupsOf(source.leftOut, form.leftOut, author)
  const stored = { cuts: form.cuts, leftOut, ...values }
  const size = Buffer.byteLength(JSON.stringify(stored))
  const content = hash('sha256', JSON.stringify([userId, source.id, form.cuts, leftOutNumbers(leftOut)]), 'hex')
  return context.db.transaction(async (tx) => {
    if (!(await repository.lockResult(tx, resultId))) throw new ApiError('ERR_0404')
    await claimQuota(tx, organisationId, { storage: size }, at)
    const { row, isNew } = await repository.insertCorrection(tx, {
      ...{ resultId, sourceId: source.id, ownerId: userId, ownerName, content, size, created: at },
      ...stored,
    })
    if (isNew) {
      if ((await repository.countCorrections(tx, resultId)) > correctionsPerResult) {
        throw new ApiError('ERR_4005', `A result can have ${correctionsPerResult} corrected results at most.`)
      }
      const detail = { name: application.displayName, imageName, correction: row.id, cuts: form.cuts }
      const object = { objectType: 'job', objectId: job.id, projectId: job.projectId, detail }
      await recordAudit(tx, { at, organisationId, userId, action: 'result.corrected', ...object })
      await publishJobChanged(context, tx, job)
    }
    return presentCorrection(row)
  })
}
