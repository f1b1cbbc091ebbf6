import * as z from 'zod/mini'
import { jobResult } from './analysis.ts'
import { data, id, page, pageQuery, person, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Objects that one person left out of a result at one time. */
const leftOutBy = z.object({
  by: person,
  at: timestamp,
  /** Object numbers, ascending. */
  objects: z.array(z.number()),
})
export type LeftOutBy = z.infer<typeof leftOutBy>

/**
 * A result stored beside the original one of a job: the same objects, divided into classes by other cuts, or without
 * some of them. It never changes.
 */
export const correctedResult = z.object({
  id,
  /** The original result, to which the objects belong. */
  result: id,
  /** The corrected result that this one was made from; null: the original. */
  source: z.nullable(id),
  created: timestamp,
  createdBy: person,
  /** Smallest value of each class but the first, ascending. */
  cuts: z.array(z.number()),
  leftOut: z.array(leftOutBy),
  figures: jobResult.shape.figures,
  classes: jobResult.shape.classes,
})
export type CorrectedResult = z.infer<typeof correctedResult>

/** Largest number of objects that can be left out of one result by hand. */
export const mostLeftOut = 10_000

const params = z.object({ resultId: id })
const path = '/api/v1/jobResults/:resultId/corrections'

export const listCorrections = endpoint({
  method: 'GET',
  path,
  summary: 'Corrected results that were made of an original one, newest first',
  tag: 'analysis',
  params,
  query: pageQuery,
  success: { status: 200, body: page(correctedResult) },
})

export const createCorrection = endpoint({
  method: 'POST',
  path,
  summary: 'Store a corrected result. The same correction, sent twice by the same person, is stored once',
  tag: 'analysis',
  params,
  body: data(
    z.object({
      /** The corrected result that was changed; null: the original. */
      source: z.nullable(id),
      cuts: z.array(z.number()).check(z.maxLength(32)),
      /** Numbers of all objects that are left out, those of the source included. */
      leftOut: z.array(z.int().check(z.minimum(1))).check(z.maxLength(mostLeftOut)),
    }),
  ),
  success: { status: 201, body: data(correctedResult) },
  errors: ['ERR_4005', 'ERR_5008'],
})
