import type { Application, Figure, JobResult, ResultObject } from '@lamella/shared/contract'
import type * as z from 'zod'
import type { RgbImage, RgbSource } from '../sources/rgb.ts'

/** What an analysis found: the parts of the contract's job result that depend on the pixels. Undefined numbers are null. */
export interface AnalysisResult extends Pick<JobResult, 'classes' | 'columns' | 'provenance'> {
  figures: Figure[]
  objects: ResultObject[]
}

/**
 * What one slice of the work found; plain JSON. A run that is given the checkpoints of an earlier, interrupted run of the
 * same version on the same image with the same parameters skips those slices and returns the identical result.
 */
export interface Checkpoint {
  /** Unique within the run. */
  slice: string
  state: unknown
}

export interface RunContext {
  signal: AbortSignal
  /** 0 to 1, never falling. */
  onProgress(share: number): void
  /** Called once a slice, when it is done; the run goes on when the promise is fulfilled. */
  onCheckpoint(checkpoint: Checkpoint): Promise<void>
  /** Checkpoints of an interrupted run, in any order. */
  checkpoints: readonly Checkpoint[]
}

/** An application with its parameters checked by its schema before it runs. */
export interface AnalysisApplication extends Application {
  /** Images the application can take. */
  requires: { photometric: 'rgb' }
  paramsSchema: z.ZodType
  /**
   * @throws ZodError when the parameters do not fit the schema
   * @throws the signal's reason when aborted, at the end of a slice
   */
  run(image: RgbImage | RgbSource, params: unknown, context?: Partial<RunContext>): Promise<AnalysisResult>
}

interface Definition<Schema extends z.ZodType> extends Omit<AnalysisApplication, 'paramsSchema' | 'run'> {
  paramsSchema: Schema
  analyse(image: RgbImage | RgbSource, params: z.output<Schema>, context: RunContext): Promise<AnalysisResult>
}

export function defineApplication<Schema extends z.ZodType>(definition: Definition<Schema>): AnalysisApplication {
  const { analyse, ...card } = definition
  return {
    ...card,
    run: async (image, params, context = {}) =>
      analyse(image, definition.paramsSchema.parse(params), {
        signal: new AbortController().signal,
        onProgress: () => {},
        onCheckpoint: async () => {},
        checkpoints: [],
        ...context,
      }),
  }
}
