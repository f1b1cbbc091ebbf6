import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { AnnotationLayerHead } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findLayerState, ownersOf, recordsOfLayer, recordsOfPast, type SomeRecords } from './layer-repository.ts'

/** Records that are read at once. */
const batchSize = 4000

/** Its length, then JSON. */
const headOf = (head: AnnotationLayerHead): Buffer => {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text])
}

/**
 * The bytes of `getAnnotationLayer`. What is changed while they are read is newer than the revision that they name, so that the next change
 * that is asked for has it again.
 * @param wanted - what the client has; without `since` all is told: as it is, or as it was `at` a revision
 * @throws ApiError ERR_0404
 */
export const layerOf = async (
  { db }: Pick<AppContext, 'db'>,
  imageId: string,
  wanted: { since?: number | undefined; installation?: string | undefined; at?: number | undefined },
): Promise<AsyncGenerator<Buffer>> => {
  const state = await findLayerState(db, imageId)
  if (!state) throw new ApiError('ERR_0404')
  // Of a layer that was set back by a backup nothing can be told but what is there.
  const { since, installation, at } = wanted
  const isOther = installation !== undefined && installation !== state.installation
  const from = since === undefined || since > state.revision || isOther || at !== undefined ? null : since
  const owners = Object.fromEntries((await ownersOf(db, imageId)).map(({ id, ...name }) => [id, fullNameOf(name)]))
  return (async function* () {
    yield headOf({ ...state, revision: at ?? state.revision, isChange: from !== null, owners })
    for (let after: string | null = null; ; ) {
      const some: SomeRecords =
        at === undefined
          ? await recordsOfLayer(db, imageId, from, after, batchSize)
          : await recordsOfPast(db, imageId, at, after, batchSize)
      if (!some) return
      yield some.bytes
      after = some.last
    }
  })()
}

/** Bytes as a body, compressed where the client takes it: a quarter is left. */
export const bodyOf = (
  bytes: AsyncGenerator<Buffer>,
  acceptEncoding: string | undefined,
): { body: Readable; headers: Record<string, string> } => {
  const headers = { 'content-type': 'application/octet-stream', vary: 'accept-encoding' }
  const plain = Readable.from(bytes, { objectMode: false })
  if (!/\bgzip\b/.test(acceptEncoding ?? '')) return { body: plain, headers }
  const compressed = createGzip({ level: 1 })
  // A client that is gone ends the reading, too.
  compressed.once('close', () => plain.destroy())
  plain.once('error', (error) => compressed.destroy(error))
  return { body: plain.pipe(compressed), headers: { ...headers, 'content-encoding': 'gzip' } }
}
