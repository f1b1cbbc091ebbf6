import {
  type Application,
  type Classification,
  type JobResult,
  type Measurement,
  type ParamsSchema,
  paramsSchema,
  type Requirements,
} from '@lamella/shared/contract'
import * as z from 'zod'
import { type OpenModel, openBaseModel } from '../nuclei/open-model.ts'
import type { ObjectTable } from '../results/object-table.ts'
import { withholdContradictions } from '../results/withhold.ts'
import { AnalysisRefused } from '../runtime/analysis-refused.ts'
import { type Checkpoints, noCheckpoints } from '../runtime/checkpoints.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import type { ImageNeed } from '../suitability/measurements.ts'

/** The parts of a job's result that depend on the pixels. Undefined numbers are null. */
export interface AnalysisResult extends Pick<JobResult, 'classes' | 'columns' | 'provenance'> {
  measurements: Measurement[]
  objects: ObjectTable
}

/** What a run reports to and takes from its caller. */
export interface RunContext {
  /** Called with non-decreasing fractions from 0 to 1. */
  onProgress(share: number): void
  checkpoints: Checkpoints
  /** Opens a network of the portal; who opens it releases it. */
  openModel: OpenModel
  /** Side of the tiles of applications with a network, pixels of the image. Results do not depend on it. */
  tileSize: number
}

/** The measured part of a tile takes some 30 bytes per pixel: 130 MB. */
const TILE_SIZE = 2048

/** Requirements of an application on an image. */
export interface ApplicationRequirements extends Omit<Requirements, 'suitability'> {
  /** What its pixels must show, measured before the job; absent: nothing is measured. */
  suitability?: ImageNeed
}

/** One version of an application. A released version never changes its numbers; changes are a new version (ADR 45). */
export interface AnalysisApplication {
  /** Of `[a-z0-9-]`; the same over all versions. */
  name: string
  version: string
  /** Retired: it computes no more; results of its jobs stay readable. */
  status: 'available' | 'retired'
  displayName: string
  /** Texts of the application's card: what it does, what it measures, which image it needs, and what it cannot do. */
  description: string
  measures: string
  needs: string
  limits?: string
  supportsROI: boolean
  requires: ApplicationRequirements
  /** JSON Schema of the parameters, as in the contract. */
  params: ParamsSchema
  /**
   * How the objects are divided into classes, which users can change on the page of a result: class code n of an object is
   * the index of `classes`. Null: there is nothing to be changed.
   */
  classification: Classification | null
  /**
   * @param params as submitted; defaults are filled in
   * @throws ZodError when the parameters are invalid
   */
  run(source: PixelSource, params: unknown, context?: Partial<RunContext>): Promise<AnalysisResult>
}

interface Definition<Schema extends z.ZodType> extends Omit<AnalysisApplication, 'params' | 'run'> {
  /**
   * A strict object of parameters with defaults, each with `.meta({ title, description, unit, step, … })` (the keywords of
   * the contract's `ParamSchema`), from which the browser's form is generated.
   */
  params: Schema
  analyse(source: PixelSource, params: z.output<Schema>, context: RunContext): Promise<AnalysisResult>
}

/** A number or null is a number to the form, whose `emptyMeans` says what null stands for: two types at once are not in the contract. */
const flattenNullable: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ jsonSchema }) => {
  const [one, other] = jsonSchema.anyOf ?? []
  if (!one || other?.type !== 'null') return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, { ...one, ...jsonSchema })
}

const schemaOf = (params: z.ZodType): ParamsSchema =>
  paramsSchema.parse(z.toJSONSchema(params, { io: 'input', override: flattenNullable }))

/**
 * Makes an application of its data and its function `analyse`, deriving the JSON Schema of the parameters.
 *
 * @throws ZodError for parameters that the generated form cannot show
 */
export function defineApplication<Schema extends z.ZodType>(definition: Definition<Schema>): AnalysisApplication {
  const { analyse, params: schema, ...card } = definition
  return {
    ...card,
    params: schemaOf(schema),
    run: async (source, params, context = {}) =>
      withholdContradictions(
        await analyse(source, schema.parse(params), {
          onProgress: () => {},
          checkpoints: noCheckpoints,
          openModel: openBaseModel,
          tileSize: TILE_SIZE,
          ...context,
        }),
      ),
  }
}

/** What an older version says of itself, where it differs from the newest. */
type Retired = Partial<Omit<AnalysisApplication, 'run' | 'status' | 'params'>> & { version: string; params?: z.ZodType }

/**
 * A version that was replaced: its results stay readable by its card, and it computes no more (ADR 109).
 * @param newest - version that has replaced it
 */
export const retiredVersion = (newest: AnalysisApplication, { params, ...differing }: Retired): AnalysisApplication => {
  const card = { ...newest, ...differing, status: 'retired' as const }
  return {
    ...card,
    params: params ? schemaOf(params) : newest.params,
    run: async () => {
      throw new AnalysisRefused(
        `${card.displayName} ${card.version} was replaced by ${newest.version} before this job was done. Run it again: it will use the newest version.`,
      )
    },
  }
}

/** Clients of older builds know two modalities only; whether an image suits the others, they ask all the same. */
const requirementsForClients = ({ suitability, ...requires }: ApplicationRequirements): Requirements => ({
  ...requires,
  ...(suitability && 'objectDiameterUm' in suitability && { suitability }),
})

/** An application as listed by the API; the flags of supported images are derived from `requires`. */
export const presentApplication = ({ run: _, requires, ...card }: AnalysisApplication): Application => ({
  ...card,
  requires: requirementsForClients(requires),
  supportsTimeSeries: requires.timePoints.max !== 1,
  supportsMultichannel: requires.channels.max !== 1,
  requiresMultichannel: requires.channels.min > 1,
})
