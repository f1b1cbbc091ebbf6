import {
  type Application,
  type JobResult,
  type Measurement,
  type ParamsSchema,
  paramsSchema,
  type Requirements,
} from '@lamella/shared/contract'
import * as z from 'zod'
import type { ObjectTable } from '../results/object-table.ts'
import { type Checkpoints, noCheckpoints } from '../runtime/checkpoints.ts'
import type { PixelSource } from '../sources/pixel-source.ts'

/** What an analysis found: the parts of a job's result that depend on the pixels. Undefined numbers are null. */
export interface AnalysisResult extends Pick<JobResult, 'classes' | 'columns' | 'provenance'> {
  measurements: Measurement[]
  objects: ObjectTable
}

export interface RunContext {
  signal: AbortSignal
  /** 0 to 1, never falling. */
  onProgress(share: number): void
  checkpoints: Checkpoints
}

/** One version of an application: data about it, and a function. Versions never change once they are released. */
export interface AnalysisApplication {
  /** Of `[a-z0-9-]`; the same over all versions. */
  name: string
  version: string
  status: 'available' | 'retired'
  displayName: string
  /** What it does, what it measures and what it needs, in sentences for its card. */
  description: string
  measures: string
  needs: string
  supportsROI: boolean
  requires: Requirements
  /** The contract's form of the parameters. */
  params: ParamsSchema
  /**
   * @param params as submitted; defaults are added
   * @throws ZodError when the parameters do not fit; the signal's reason when aborted, at the end of a work unit
   */
  run(source: PixelSource, params: unknown, context?: Partial<RunContext>): Promise<AnalysisResult>
}

interface Definition<Schema extends z.ZodType> extends Omit<AnalysisApplication, 'params' | 'run'> {
  /**
   * A strict object of parameters with defaults, each with `.meta({ title, description, unit, step, … })` (the keywords of
   * the contract's `ParamSchema`), from which the form is made.
   */
  params: Schema
  analyse(source: PixelSource, params: z.output<Schema>, context: RunContext): Promise<AnalysisResult>
}

/** @throws ZodError for parameters that the form could not show */
export function defineApplication<Schema extends z.ZodType>(definition: Definition<Schema>): AnalysisApplication {
  const { analyse, params: schema, ...card } = definition
  return {
    ...card,
    params: paramsSchema.parse(z.toJSONSchema(schema, { io: 'input' })),
    run: async (source, params, context = {}) =>
      analyse(source, schema.parse(params), {
        signal: new AbortController().signal,
        onProgress: () => {},
        checkpoints: noCheckpoints,
        ...context,
      }),
  }
}

/** An application as the API lists it; what it supports follows from what it requires. */
export const presentApplication = ({ run: _, ...card }: AnalysisApplication): Application => ({
  ...card,
  supportsTimeSeries: card.requires.timePoints.max !== 1,
  supportsMultichannel: card.requires.channels.max !== 1,
  requiresMultichannel: card.requires.channels.min > 1,
})
