import * as z from 'zod/mini'
import { data, id, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

const params = z.object({ imageId: id })
const base = '/api/v1/images/:imageId/links'
/** A program only appends to an address, so the ticket is a part of its path. */
const ofLink = z.object({ imageId: id, ticket: text.check(z.maxLength(256)) })

/** Addresses of one image for other programs. */
export const imageLink = z.object({
  /** Of the OME-Zarr of one scene: true samples of all channels, planes and time points. */
  zarr: z.string(),
  /** Of the IIIF image information: 8-bit pictures, composed as the project shows the image. */
  iiif: z.string(),
  /** They open the image until then, and no longer than the session of the user. */
  expires: timestamp,
})
export type ImageLink = z.infer<typeof imageLink>

export const createImageLink = endpoint({
  method: 'POST',
  path: base,
  summary: 'Make addresses by which other programs (QuPath, napari) read one image for some hours, without a bearer',
  tag: 'interop',
  params,
  /** Counted from 0, as in the view; absent: the first. */
  query: z.object({ scene: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  success: { status: 201, body: data(imageLink) },
  errors: ['ERR_3002'],
})

const notNow = ['ERR_1003', 'ERR_3002'] as const

export const readZarr = endpoint({
  method: 'GET',
  path: `${base}/:ticket/zarr/:store/*`,
  summary: 'One key of an OME-Zarr 0.5 group (Zarr 3): its metadata, or a chunk of 256 × 256 samples',
  tag: 'interop',
  /** `store`: the scene counted from 0, then `.ome.zarr`; `*`: `zarr.json`, `<level>/zarr.json` or `<level>/c/<t>/<c>/<z>/<y>/<x>`. */
  params: z.extend(ofLink, { store: text.check(z.maxLength(32)), '*': text.check(z.maxLength(128)) }),
  success: { status: 200, body: 'binary' },
  errors: notNow,
})

/** `picture`: `composed` or `c<channel>`, then any of `.t<time point>`, `.z<plane>` or `.zmax`, and `.s<scene>`, each counted from 0. */
const ofPicture = z.extend(ofLink, { picture: text.check(z.maxLength(64)) })

export const openIiif = endpoint({
  method: 'GET',
  path: `${base}/:ticket/iiif/:picture`,
  summary: 'Leads to the image information (IIIF Image API 3)',
  tag: 'interop',
  params: ofPicture,
  success: { status: 303, body: null, headers: { location: 'Of info.json' } },
  errors: notNow,
})

export const getIiifInformation = endpoint({
  method: 'GET',
  path: `${base}/:ticket/iiif/:picture/info.json`,
  summary: 'Image information (IIIF Image API 3, level 2)',
  tag: 'interop',
  params: ofPicture,
  success: { status: 200, body: 'binary', headers: { vary: 'Accept' } },
  errors: notNow,
})

const part = text.check(z.maxLength(128))

export const getIiifPicture = endpoint({
  method: 'GET',
  path: `${base}/:ticket/iiif/:picture/:region/:size/:rotation/:file`,
  summary: 'A region as a picture of 8 bit: JPEG, PNG or WebP (IIIF Image API 3, level 2)',
  tag: 'interop',
  /** `file`: quality (`default`, `color`, `gray`) and format, e.g. `default.jpg`. */
  params: z.extend(ofPicture, { region: part, size: part, rotation: part, file: part }),
  success: { status: 200, body: 'binary' },
  errors: notNow,
})
