import * as z from 'zod/mini'

/** Input of a parameter where its type is not enough: one or several indices of channels, counted from 0. */
const control = z.enum(['channel', 'channels'])

/** How an application finds the diameter of its objects where none is given. */
const automaticDiameter = z.object({
  /** Of a typical object, µm: it follows from this where the pixel size is known. */
  typicalUm: z.number(),
  /** Whether it is estimated from the image first, and follows from the pixel size only where that fails. */
  estimateFirst: z.boolean(),
})
export type AutomaticDiameter = z.infer<typeof automaticDiameter>

/**
 * One parameter of an application: the part of JSON Schema (draft 2020-12) from which the form is made, with the
 * annotations `unit`, `step`, `enumTitles`, `control`, `emptyMeans` and `automaticDiameter` of ours.
 */
export const paramSchema = z.object({
  type: z.enum(['number', 'integer', 'boolean', 'string', 'array']),
  title: z.string(),
  description: z.optional(z.string()),
  /** Unit of a number, e.g. "µm". */
  unit: z.optional(z.string()),
  default: z.unknown(),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  /** Amount by which the arrow keys change a number; values between are allowed. */
  step: z.optional(z.number()),
  enum: z.optional(z.array(z.string())),
  /** Titles by value of `enum`. */
  enumTitles: z.optional(z.record(z.string(), z.string())),
  control: z.optional(control),
  /** A number that may be null, which an empty field stands for; the field then shows this word, such as "automatic". */
  emptyMeans: z.optional(z.string()),
  /**
   * The number is a diameter in pixels of the image, shown as a circle over a picture too. Not a `control`, of which
   * pages that are open refuse unknown ones: to them it stays a number.
   */
  automaticDiameter: z.optional(automaticDiameter),
})
export type ParamSchema = z.infer<typeof paramSchema>

/** Parameters of an application; no others are taken. Each has a default. */
export const paramsSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), paramSchema),
  additionalProperties: z.literal(false),
})
export type ParamsSchema = z.infer<typeof paramsSchema>

const isIndex = (value: unknown, channels: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < channels

const rangeOf = ({ minimum, maximum, unit }: ParamSchema): string => {
  const of = unit ? ` ${unit}` : ''
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}${of}`
  if (minimum !== undefined) return ` of at least ${minimum}${of}`
  return maximum === undefined ? '' : ` of at most ${maximum}${of}`
}

/**
 * Why a value does not fit its parameter, as a sentence for a user; null when it fits.
 * @param channels - number of channels of the image; indices lie below it
 */
export const paramProblem = (schema: ParamSchema, value: unknown, channels: number): string | null => {
  const { title, type, minimum, maximum } = schema
  if (schema.control === 'channel') return isIndex(value, channels) ? null : `${title}: choose a channel of the image.`
  if (schema.control === 'channels') {
    const fits = Array.isArray(value) && value.length > 0 && value.every((index) => isIndex(index, channels))
    return fits && new Set(value).size === value.length ? null : `${title}: choose channels of the image.`
  }
  if (schema.enum) {
    const choices = schema.enum.map((choice) => schema.enumTitles?.[choice] ?? choice).join(', ')
    return schema.enum.some((choice) => choice === value) ? null : `${title}: choose one of ${choices}.`
  }
  if (schema.emptyMeans !== undefined && value === null) return null
  if (type === 'boolean') return typeof value === 'boolean' ? null : `${title}: choose yes or no.`
  if (type === 'string') return typeof value === 'string' ? null : `${title}: enter a text.`
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (maximum ?? Number.POSITIVE_INFINITY)
  return fits ? null : `${title}: enter a ${type === 'integer' ? 'whole number' : 'number'}${rangeOf(schema)}.`
}

/** Why parameters do not fit an application, one sentence each; empty when all fit. Absent ones have their defaults. */
export const paramProblems = (
  { properties }: ParamsSchema,
  params: Record<string, unknown>,
  channels: number,
): string[] => {
  const unknown = Object.keys(params).filter((key) => !Object.hasOwn(properties, key))
  const problems = Object.entries(properties).map(([key, schema]) =>
    // A default may not fit either: that of a channel, when the image lacks it.
    paramProblem(schema, Object.hasOwn(params, key) ? params[key] : schema.default, channels),
  )
  return [...unknown.map((key) => `There is no parameter "${key}".`), ...problems.filter((problem) => problem !== null)]
}
