import * as contract from '@lamella/shared/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OrderedFormat, PictureRenderer, RendererBusy } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { findProjectOfImage } from '../images/index.ts'
import { iiifContext, informationOf } from './iiif/information.ts'
import { orderPicture } from './iiif/picture.ts'
import { parseFile, parseRegion, parseRotation, parseSize } from './iiif/request.ts'
import { parsePictureName, planeOf, shownChannels } from './iiif/shown.ts'
import { orderPart } from './image-part.ts'
import { makeLink, signedAddress } from './link.ts'
import { LinkedScenes } from './linked-scene.ts'
import { StoredTiles } from './stored-tiles.ts'
import { answerKey } from './zarr/answer-key.ts'

const locateProject: LocateProject = async (request, { db }) => {
  const imageId = idParam(request, 'imageId')
  return imageId && findProjectOfImage(db, imageId)
}

/** Refusals too are for programs of other origins, which could not read them otherwise. */
const openRoute = {
  config: { isQuiet: true, isPicture: true },
  exposeHeadRoute: false,
  onSend: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  },
}

/** What is answered may be kept by the program for a while, and by nobody in between. */
const briefly = 'private, max-age=300'

const contentTypes: Record<OrderedFormat, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** Routes of images for other programs (ADR 88), and of parts of them as pictures. */
export const interopRoutes = (app: FastifyInstance, context: AppContext): void => {
  const scenes = new LinkedScenes(context)
  const tiles = new StoredTiles(context)
  const renderer = new PictureRenderer()
  app.addHook('onClose', async () => {
    tiles.close()
    await renderer.close()
  })
  const viewer = access.project('viewer', locateProject)
  const byLink = access.byLink(viewer, (request) => signedAddress(idParam(request, 'imageId') ?? ''))
  const drawn = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      throw error instanceof RendererBusy ? new ApiError('ERR_0503', undefined, { 'retry-after': '5' }) : error
    })

  defineRoute(app, contract.createImageLink, viewer, async ({ params, query, request }) => {
    await scenes.find(params.imageId, query.scene ?? 0)
    return { data: await makeLink(context, principalOf(request), params.imageId, query.scene ?? 0) }
  })

  defineRoute(
    app,
    contract.getImagePart,
    viewer,
    async ({ params: { imageId }, query, reply }) => {
      const order = await orderPart(tiles, imageId, await scenes.find(imageId, query.scene), query)
      const picture = await drawn(renderer.render(order))
      reply.header('cache-control', briefly).type(contentTypes[order.format])
      return picture
    },
    { config: { isQuiet: true, isPicture: true }, exposeHeadRoute: false },
  )

  defineRoute(
    app,
    contract.readZarr,
    byLink,
    async ({ params, reply }) => {
      const scene = Number(/^(\d{1,4})\.ome\.zarr$/.exec(params.store)?.[1] ?? Number.NaN)
      if (Number.isNaN(scene)) throw new ApiError('ERR_0404')
      const image = { imageId: params.imageId, scene, ...(await scenes.find(params.imageId, scene)) }
      const answer = await drawn(answerKey(tiles, renderer, image, params['*']))
      if (!answer) throw new ApiError('ERR_0404')
      reply.header('cache-control', briefly).type(answer.contentType)
      return answer.body
    },
    openRoute,
  )

  defineRoute(
    app,
    contract.openIiif,
    byLink,
    async ({ request, reply }) => {
      reply.header('location', `${context.config.publicUrl}${request.url.replace(/[?#].*$/, '')}/info.json`)
      return undefined
    },
    openRoute,
  )

  defineRoute(
    app,
    contract.getIiifInformation,
    byLink,
    async ({ params, request, reply }) => {
      const name = parsePictureName(params.picture)
      const scene = await scenes.find(params.imageId, name.scene)
      planeOf(scene.view, name)
      const id = `${context.config.publicUrl}${request.url.replace(/\/info\.json(?:[?#].*)?$/, '')}`
      const isLinked = request.headers.accept?.includes('application/ld+json')
      reply
        .header('cache-control', briefly)
        .header('vary', 'Accept')
        .type(isLinked ? `application/ld+json;profile="${iiifContext}"` : 'application/json; charset=utf-8')
      return Buffer.from(JSON.stringify(informationOf(id, scene, shownChannels(scene, name))))
    },
    openRoute,
  )

  defineRoute(
    app,
    contract.getIiifPicture,
    byLink,
    async ({ params, reply }) => {
      const name = parsePictureName(params.picture)
      const scene = await scenes.find(params.imageId, name.scene)
      const region = parseRegion(params.region, scene.view)
      const size = parseSize(params.size, region)
      const file = parseFile(params.file)
      const wanted = { region, size, laid: parseRotation(params.rotation), file }
      const plane = { imageId: params.imageId, scene: name.scene, ...planeOf(scene.view, name) }
      const order = await orderPicture(tiles, scene.view, plane, shownChannels(scene, name), wanted)
      const picture = await drawn(renderer.render(order))
      reply.header('cache-control', briefly).type(contentTypes[file.format])
      return picture
    },
    openRoute,
  )
}
