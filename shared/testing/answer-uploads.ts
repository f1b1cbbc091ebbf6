import {
  cancelUpload,
  createMedium,
  deleteMedium,
  listWaitingMedia,
  openUploadSession,
  putPart,
  uploadReferenceHeader,
  uploadSessionHeader,
} from '@lamella/shared/contract'
import { type ContractServer, Refusal, WithHeaders } from './contract-server.ts'

const idOf = (index: number): string => `019aa000-0000-7000-8000-0000000000${index.toString(16).padStart(2, '0')}`

/**
 * Answers uploads by the protocol (docs/upload-protocol.md): announcements and questions at once, parts when the test
 * does. Files whose name begins with "bad" are refused.
 *
 * @param part - bytes of a part; the last one of a file may be shorter
 * @returns parts without an answer yet, in order: each call answers one, once
 */
export const answerUploads = (server: ContractServer, part: number): ((answer: 'more' | 'complete') => void)[] => {
  const waiting: ((answer: 'more' | 'complete') => void)[] = []
  const received = new Map<string, number>()
  let index = 0
  server
    .on(createMedium, ({ body }) => {
      if (body.data.name.startsWith('bad')) return new Refusal('ERR_0400')
      const id = idOf(++index)
      return new WithHeaders({ data: { id, imageId: id } }, { [uploadReferenceHeader]: id })
    })
    .on(openUploadSession, ({ headers }) => {
      const location = `${openUploadSession.path}/${headers[uploadReferenceHeader]}`
      return new WithHeaders(undefined, { location, [uploadSessionHeader]: 'session' })
    })
    .on(putPart, async ({ params }, { headers }) => {
      const stored = () => received.get(params.uploadId) ?? 0
      const answer = (status: number) =>
        new Response(null, { status, headers: stored() > 0 ? { range: `bytes=0-${stored() - 1}` } : undefined })
      if (headers.get('content-range')?.startsWith('bytes */')) return answer(308)
      const { promise, resolve } = Promise.withResolvers<'more' | 'complete'>()
      waiting.push(resolve)
      const isComplete = (await promise) === 'complete'
      received.set(params.uploadId, stored() + part)
      return answer(isComplete ? 201 : 308)
    })
    .on(cancelUpload, () => undefined)
    .on(deleteMedium, () => undefined)
    .on(listWaitingMedia, () => ({ data: [] }))
  return waiting
}
