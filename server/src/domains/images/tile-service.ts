import { totalmem } from 'node:os'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { TileBytes } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { BlobMissing, blobKeys } from '../../platform/storage/blobs.ts'
import { OpenPlanes } from './open-planes.ts'
import type { PictureOwner } from './repository.ts'
import { tileMemoryOf } from './tile-memory.ts'
import type { TileQuery } from './tile-query.ts'
import { planeKey, type TileSource, TileSources } from './tile-source.ts'

/** Bytes of tiles in memory. */
const tileMemory = tileMemoryOf(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY))
/** Bytes of bookkeeping per cached tile. */
const overhead = 512

/** The content of an address never changes. `vary` keeps cached pictures from another user of the same browser. */
const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'Authorization',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Serves tiles and thumbnails from the blob store without recoding. */
export class TileService {
  readonly #context: AppContext
  readonly #sources: TileSources
  readonly #planes: OpenPlanes
  /** Key: entity tag, which changes with the picture. */
  readonly #tiles = new LRUCache<string, TileBytes>({
    maxSize: tileMemory,
    sizeCalculation: ({ body }) => body.byteLength + overhead,
  })

  constructor(context: AppContext) {
    this.#context = context
    this.#sources = new TileSources(context)
    this.#planes = new OpenPlanes(context.blobs)
  }

  close(): void {
    this.#sources.close()
    this.#planes.close()
  }

  /** Id of the project; null: there is no such image. */
  async findProject(owner: PictureOwner): Promise<string | null> {
    return (await this.#sources.find(owner))?.projectId ?? null
  }

  /**
   * JPEG; undefined: answered with 304. While the image is processed it is the preview, which is not to be kept.
   *
   * @param ofMaximum of the maximum projection, where there is one
   * @throws ApiError ERR_0404; ERR_3002 before the image is available, or has a preview
   */
  async thumbnail(
    owner: PictureOwner,
    ofMaximum: boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Readable | undefined> {
    let source = await this.#find(owner)
    if (source.hasPreview) {
      const preview = await this.#preview(source.mediumId, reply)
      if (preview) return preview
      // Processed since its row was read.
      this.#sources.forget(owner)
      source = await this.#find(owner)
    }
    if (!isAvailable(source)) throw new ApiError('ERR_3002')
    const { thumbnail, maximumThumbnail, version, mediumId } = source
    const file = (ofMaximum && maximumThumbnail) || thumbnail
    return this.#picture(mediumId, file, `"${version}.${file}"`, request, reply)
  }

  /** Null: there is none any more. */
  async #preview(mediumId: string, reply: FastifyReply): Promise<Readable | null> {
    const picture = await this.#context.blobs.read(blobKeys.preview(mediumId)).catch((error: unknown) => {
      if (error instanceof BlobMissing) return null
      throw error
    })
    if (picture) reply.headers({ ...pictureHeaders, 'cache-control': 'no-store' }).type('image/jpeg')
    return picture
  }

  /** JPEG; undefined: answered with 304. @throws ApiError ERR_0404, also where there is none; ERR_3002 before the image is available */
  async slidePicture(
    owner: PictureOwner,
    wanted: 'label' | 'macro',
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Readable | undefined> {
    const { slidePictures, version, mediumId } = await this.#findAvailable(owner)
    const picture = slidePictures.find(({ kind }) => kind === wanted)
    if (!picture) throw new ApiError('ERR_0404')
    return this.#picture(mediumId, picture.file, `"${version}.${wanted}"`, request, reply)
  }

  async #picture(mediumId: string, file: string, etag: string, request: FastifyRequest, reply: FastifyReply) {
    if (isKnown(request, reply, etag)) return undefined
    reply.type('image/jpeg')
    return this.#context.blobs.read(blobKeys.picture(mediumId, file))
  }

  /**
   * Stored bytes; undefined: answered with 304. @throws ApiError ERR_0404; ERR_3001 outside of the pyramid, ERR_3002 before the image
   * is available
   */
  async tile(query: TileQuery, request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array | undefined> {
    const source = await this.#findAvailable(query)
    const { z, x, y } = query
    const name = `${source.version}.${planeKey(query)}.${z}.${x}.${y}`
    const tile = this.#tiles.get(name) ?? (await this.#readTile(source, query, name))
    if (isKnown(request, reply, `"${name}"`)) return undefined
    reply.header('content-type', tile.contentType)
    if (tile.contentEncoding) reply.header('content-encoding', tile.contentEncoding)
    return tile.body
  }

  async #readTile({ planes, mediumId }: TileSource, query: TileQuery, name: string): Promise<TileBytes> {
    const { z, x, y } = query
    const file = planes.get(planeKey(query))
    if (file === undefined) throw new ApiError('ERR_3001')
    const { pyramid } = await this.#planes.get(mediumId, file)
    const tile = await pyramid.tileBytes(z, x, y)
    if (!tile) throw new ApiError('ERR_3001')
    this.#tiles.set(name, tile)
    return tile
  }

  async #find(owner: PictureOwner): Promise<TileSource> {
    const source = await this.#sources.find(owner)
    if (!source) throw new ApiError('ERR_0404')
    return source
  }

  async #findAvailable(owner: PictureOwner) {
    const source = await this.#find(owner)
    if (!isAvailable(source)) throw new ApiError('ERR_3002')
    return source
  }
}

const isAvailable = (source: TileSource): source is TileSource & { thumbnail: string } => source.thumbnail !== null

/** Sets the headers of a picture. @returns true: the client has it already, the status is 304 */
const isKnown = (request: FastifyRequest, reply: FastifyReply, etag: string): boolean => {
  reply.headers(pictureHeaders).header('etag', etag)
  const known = request.headers['if-none-match'] === etag
  if (known) reply.status(304)
  return known
}
