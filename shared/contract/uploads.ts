import * as z from 'zod/mini'
import { data, id, name, page, timestamp } from './common.ts'
import { endpoint, fileHeaders, rangeAnswers } from './endpoint.ts'
import { text } from './text.ts'
import { ticketQuery } from './tickets.ts'

/** The kinds of image data of the wizard (D3-3-02). */
export const fileType = z.enum(['TwoDimensions', 'MultiChannel', 'TimeSeries'])
export type FileType = z.infer<typeof fileType>

/** DICOM, and images that are several files in one archive: beyond the document, because laboratories have them. */
const further = ['zarr.zip', 'ozx', 'ome.zip', 'ome.tar', 'dcm', 'dcm.zip', 'dcm.tar'] as const

/** Allowed extensions by kind (D3-5-05 to D3-5-07). */
export const allowedExtensions: Record<FileType, readonly string[]> = {
  TwoDimensions: [
    'jpeg',
    'jpg',
    'png',
    'bmp',
    'tif',
    'tiff',
    'vmic',
    'gtif',
    'svs',
    'ndpi',
    'scn',
    'stk',
    'qptiff',
    'czi',
    'ome.tif',
    'ome.tiff',
    'ome.tf2',
    'ome.tf8',
    'ome.btf',
    'ctl',
    // Beyond the specification, because laboratories have them.
    'jp2',
    ...further,
  ],
  MultiChannel: [
    'tif',
    'tiff',
    'stk',
    'czi',
    'ome.tif',
    'ome.tiff',
    'ome.tf2',
    'ome.tf8',
    'ome.btf',
    'qptiff',
    ...further,
  ],
  TimeSeries: ['tif', 'tiff', 'stk', 'czi', 'ome.tif', 'ome.tiff', 'ome.tf2', 'ome.tf8', 'ome.btf', ...further],
}

/** Compares case-insensitively (D3-5-02). */
export const hasAllowedExtension = (fileName: string, kind: FileType): boolean => {
  const lower = fileName.toLowerCase()
  return allowedExtensions[kind].some((extension) => lower.endsWith(`.${extension}`))
}

/** Bytes of a part of an upload (D3-9-02). */
export const chunkSize = 8 * 1024 * 1024

/** Header with the upload of a created medium: in its answer, and in the request for a session (D3-7-02, D3-7-17). */
export const uploadReferenceHeader = 'x-upload-reference'
/** Answer header with the id of an upload session (D3-7-04). */
export const uploadSessionHeader = 'x-upload-session-id'

const size = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))

/** Create the medium first; the answer's `X-UPLOAD-REFERENCE` header names the upload that belongs to it. */
export const createMedium = endpoint({
  method: 'POST',
  path: '/api/v1/media',
  summary: 'Announce an image; checks quota and role and reserves its place',
  tag: 'media',
  body: data(
    z.object({
      name,
      type: z.literal('ImageMedium'),
      /** id "c": multichannel, "t": time series, none: 2D. */
      dimensions: z.array(z.object({ id: z.enum(['c', 't']) })).check(z.maxLength(1)),
      project: id,
      size,
      mimeType: z.literal('image/*'),
      /** Z plane by which a Z stack is shown first: the middle one, or the maximum projection. Absent: the middle one. */
      zShown: z.optional(z.enum(['middle', 'max'])),
      /** Name of the file on the user's disk. */
      originalFilename: text.check(z.minLength(1), z.maxLength(1024)),
      /** Id that the upload is to have, chosen by the client: announced again with it, it is the same image. Absent: a new one. */
      uploadId: z.optional(id),
    }),
  ),
  success: {
    status: 201,
    body: data(z.object({ id, imageId: id })),
    headers: { [uploadReferenceHeader]: 'Id of the upload that belongs to it' },
  },
  errors: ['ERR_0409', 'ERR_2004', 'ERR_5007', 'ERR_5008'],
})

/** Most files that are compared at once. */
export const comparedAtOnce = 1000
const sha256 = text.check(z.regex(/^[0-9a-f]{64}$/))

/** Asked before an upload: by size first, which costs nothing, and by hash where an image of that size is there. Of one project only. */
export const findSameContent = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/sameContent',
  summary: 'Which of these sizes and contents images of the project already have, without those in the trash',
  tag: 'uploads',
  params: z.object({ projectId: id }),
  body: data(
    z.object({
      /** Bytes. */
      sizes: z.array(size).check(z.maxLength(comparedAtOnce)),
      /** SHA-256, hex. */
      hashes: z.array(sha256).check(z.maxLength(comparedAtOnce)),
    }),
  ),
  success: {
    status: 200,
    body: data(
      z.object({
        sizes: z.array(z.number()),
        /** The oldest image of each content. */
        images: z.array(z.object({ hash: z.string(), id, name: z.string() })),
      }),
    ),
  },
})

const mediumParams = z.object({ mediumId: id })

export const deleteMedium = endpoint({
  method: 'DELETE',
  path: '/api/v1/media/:mediumId',
  summary: 'Delete a medium with its image and files',
  tag: 'media',
  params: mediumParams,
  success: { status: 204, body: null },
})

export const downloadMedium = endpoint({
  method: 'GET',
  path: '/api/v1/media/:mediumId/download',
  summary: 'The original file',
  tag: 'media',
  params: mediumParams,
  query: ticketQuery,
  success: { status: 200, body: 'binary', headers: fileHeaders },
  answers: rangeAnswers,
  errors: ['ERR_1003', 'ERR_3002', 'ERR_0416'],
})

export const uploadStatus = z.enum(['pending', 'uploading', 'complete', 'cancelled', 'failed'])

/** File upload record (D3-3-11). */
export const fileUpload = z.object({
  id,
  bytesWritten: z.number(),
  created: timestamp,
  modified: timestamp,
  mimeType: z.string(),
  originalFilename: z.string(),
  /** The medium. */
  referenceId: id,
  size: z.number(),
  status: uploadStatus,
  uploadSessionId: z.string(),
})
export type FileUpload = z.infer<typeof fileUpload>

export const openUploadSession = endpoint({
  method: 'POST',
  path: '/api/v2/files/uploads',
  summary:
    'Open the session of an upload, which is the same each time; answers with the headers Location and X-UPLOAD-SESSION-ID',
  tag: 'uploads',
  headers: z.object({ [uploadReferenceHeader]: text }),
  success: {
    status: 201,
    body: null,
    headers: { location: 'Address of what was made', [uploadSessionHeader]: 'To be sent with every part' },
  },
  errors: ['ERR_2000', 'ERR_2006'],
})

const uploadParams = z.object({ uploadId: id })

// `Content-Range: bytes start-end/total` appends a part; with a star in place of the range it asks for progress.
// 308 with `Range` means go on, 201 complete. `Repr-Digest: sha-256=:…:` on the last part is compared with the bytes.
export const putPart = endpoint({
  method: 'PUT',
  path: '/api/v2/files/uploads/:uploadId',
  summary: 'Append a part, or ask for progress',
  tag: 'uploads',
  params: uploadParams,
  // Optional for clients that know the protocol by its public description only, such as ngx-uploadx.
  query: z.object({ uploadSessionId: z.optional(text) }),
  bodyType: 'application/octet-stream',
  success: { status: 201, body: null, headers: { range: 'bytes=0-last: what is stored' } },
  answers: {
    308: { description: 'Stored so far: go on', body: null, headers: { range: 'bytes=0-last: what is stored' } },
    409: {
      description: 'The part does not fit, or another request is still writing',
      body: 'error',
      headers: { range: 'bytes=0-last: what is stored', 'retry-after': 'Seconds until the other request may be over' },
    },
  },
  errors: ['ERR_0400', 'ERR_2000', 'ERR_2001', 'ERR_2002', 'ERR_2003', 'ERR_2005', 'ERR_2006', 'ERR_2007', 'ERR_2008'],
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/v2/files/uploads/:uploadId',
  summary: 'Cancel an upload and remove what was stored',
  tag: 'uploads',
  params: uploadParams,
  success: { status: 204, body: null },
  errors: ['ERR_2006'],
})

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/v2/files/uploads',
  summary: "The user's uploads that are not finished",
  tag: 'uploads',
  success: { status: 200, body: page(fileUpload) },
})

export const uploadConfig = endpoint({
  method: 'GET',
  path: '/api/v2/files/uploads/config',
  summary: 'Limits of an upload, as text with KB, MB or GB (factor 1024)',
  tag: 'uploads',
  success: { status: 200, body: data(z.object({ maxUploadSize: z.string(), maxChunkSize: z.string() })) },
})
