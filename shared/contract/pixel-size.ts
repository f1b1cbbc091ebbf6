import * as z from 'zod/mini'
import { data, id, person, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** µm per pixel. */
export const sizeOfPixel = z.object({ x: z.number(), y: z.number() })

/** A pixel size that a user has set, µm per pixel. */
export const givenPixelSize = z.object({ um: sizeOfPixel, by: person, at: timestamp })
export type GivenPixelSize = z.infer<typeof givenPixelSize>

/** Where the pixel size of an image comes from. */
export const pixelSizeOrigin = z.discriminatedUnion('source', [
  z.object({ source: z.enum(['file', 'none']) }),
  /** `ofFile`: what the file says, µm per pixel; null: nothing. */
  z.object({ source: z.literal('user'), by: person, at: timestamp, ofFile: z.nullable(sizeOfPixel) }),
])
export type PixelSizeOrigin = z.infer<typeof pixelSizeOrigin>

/** Pixel sizes that can be set, µm: from far below what any microscope resolves to photographs of whole slides. */
export const pixelSizeRange = { least: 0.001, most: 1000 } as const
const settableSize = z.number().check(z.minimum(pixelSizeRange.least), z.maximum(pixelSizeRange.most))

export const setPixelSize = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId/pixelSize',
  summary: 'Set the pixel size of an image, or go back to that of its file',
  tag: 'images',
  params: z.object({ imageId: id }),
  /** µm per pixel; null: as the file says. */
  body: data(z.object({ um: z.nullable(z.object({ x: settableSize, y: settableSize })) })),
  success: { status: 204, body: null },
  errors: ['ERR_3002'],
})

/** Images whose pixel size is set by one call. */
export const mostPixelSizes = 1000

export const setPixelSizes = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:projectId/images/pixelSize',
  summary: 'Set the pixel size of several images of a project, or go back to those of their files',
  tag: 'images',
  params: z.object({ projectId: id }),
  /** `um`: µm per pixel; null: as each file says. All images are changed, or none. */
  body: data(
    z.object({
      images: z.array(id).check(z.minLength(1), z.maxLength(mostPixelSizes)),
      um: z.nullable(z.object({ x: settableSize, y: settableSize })),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_0404', 'ERR_3002'],
})
