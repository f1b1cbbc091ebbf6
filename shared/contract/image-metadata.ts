import * as z from 'zod/mini'

/**
 * What the file says of the microscope and the exposure. What it does not say is absent. Nothing of it changes samples or how they are shown
 * first.
 */
export const imageMetadata = z.object({
  /** ISO 8601; without a time zone, as the microscope's clock showed it, where the file names none. */
  acquiredAt: z.optional(z.string()),
  instrument: z.optional(z.string()),
  objective: z.optional(
    z.object({
      name: z.optional(z.string()),
      magnification: z.optional(z.number()),
      numericalAperture: z.optional(z.number()),
    }),
  ),
  /** µm, in the coordinates of the stage. */
  stagePosition: z.optional(z.object({ x: z.number(), y: z.number(), z: z.optional(z.number()) })),
  /** Seconds between time points. */
  timeStepS: z.optional(z.number()),
  /** µm between Z planes. */
  zStepUm: z.optional(z.number()),
  /** Of the file, in its order; empty where it says nothing of them. */
  channels: z.array(
    z.object({
      name: z.optional(z.string()),
      /** `#rrggbb` that the file names. */
      color: z.optional(z.string()),
      exposureMs: z.optional(z.number()),
      fluorophore: z.optional(z.string()),
      excitationNm: z.optional(z.number()),
      emissionNm: z.optional(z.number()),
    }),
  ),
})
export type ImageMetadata = z.infer<typeof imageMetadata>
