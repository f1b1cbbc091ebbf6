import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type ImageServer, setUpImageServer } from './image-server.ts'
import { type HttpAnswer, reprDigest, type StartedUpload } from './upload-client.ts'

/** Model of an upload: the number of its bytes, and whether it is open. */
interface Model {
  stored: number
  state: 'open' | 'complete' | 'cancelled'
}

interface Real {
  server: ImageServer
  upload: StartedUpload
  file: Buffer
}

type Command = fc.AsyncCommand<Model, Real>

const bytesOf = (seed: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 32) {
    createHash('sha256').update(`${seed} ${at}`).digest().copy(bytes, at)
  }
  return bytes
}

const rangeOf = (stored: number) => (stored === 0 ? null : `bytes=0-${stored - 1}`)

/** The protocol: the answer of a model in this state to a part `[start, end)`. */
const check = (answer: HttpAnswer, model: Model, file: Buffer, part: { start: number; end: number } | 'progress') => {
  const told = [answer.status, answer.code, answer.headers.get('range')]
  if (model.state === 'cancelled') return expect(told).toEqual([404, 'ERR_0404', null])
  if (model.state === 'complete') {
    const isLast = part === 'progress' || part.end === file.length
    return expect(told.slice(0, 2)).toEqual(isLast ? [201, null] : [409, 'ERR_2006'])
  }
  if (part !== 'progress' && part.start !== model.stored) {
    return expect(told).toEqual([409, 'ERR_2001', rangeOf(model.stored)])
  }
  if (part !== 'progress') model.stored = part.end
  if (model.stored === file.length) model.state = 'complete'
  expect(told).toEqual([model.state === 'complete' ? 201 : 308, null, rangeOf(model.stored)])
}

const send = (share: number, offset: number, withDigest: boolean): Command => ({
  check: () => true,
  async run(model, { server, upload, file }) {
    const start = Math.max(0, Math.min(file.length - 1, model.stored + offset))
    const end = start + 1 + Math.floor(share * (file.length - start - 1))
    const digest = withDigest && end === file.length ? reprDigest(file) : {}
    check(await server.client.part(upload, file, start, end, digest), model, file, { start, end })
  },
  toString: () => `send ${share} from ${offset}`,
})

const ask: Command = {
  check: () => true,
  async run(model, { server, upload, file }) {
    check(await server.client.askProgress(upload, file.length), model, file, 'progress')
  },
  toString: () => 'ask',
}

/** Clears the state in memory, as a restart does. */
const forget: Command = {
  check: () => true,
  async run(_model, { server, upload }) {
    server.context.state.uploads.hashes.drop(upload.uploadId)
  },
  toString: () => 'forget',
}

const cancel: Command = {
  check: () => true,
  async run(model, { server, upload }) {
    const answer = await server.client.request('DELETE', upload.address)
    expect(answer.status).toBe({ open: 204, complete: 409, cancelled: 404 }[model.state])
    if (model.state === 'open') model.state = 'cancelled'
  },
  toString: () => 'cancel',
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const commands = fc.commands(
  [
    fc.tuple(share, fc.boolean()).map(([part, digest]) => send(part, 0, digest)),
    fc.tuple(share, fc.boolean()).map(([part, digest]) => send(part * 0.3, 0, digest)),
    fc.tuple(share, fc.integer({ min: -400, max: 400 })).map(([part, offset]) => send(part, offset, false)),
    fc.constant(ask),
    fc.constant(forget),
    fc.constant(cancel),
  ],
  { maxCommands: 14, size: 'max' },
)

describe('An upload behaves like its model', () => {
  const server = setUpImageServer()

  it('D3-7-07 D3-7-08 D3-7-10: for any parts, repeats, gaps, questions, cancels and lost memory', async () => {
    const size = fc.integer({ min: 1, max: 3000 })
    await fc.assert(
      fc.asyncProperty(fc.integer(), size, commands, async (seed, length, run) => {
        const file = bytesOf(seed, length)
        const upload = await server.client.start({ project: server.project, size: length })
        const model: Model = { stored: 0, state: 'open' }
        await fc.asyncModelRun(() => ({ model, real: { server, upload, file } }), run)

        if (model.state === 'open') {
          const answer = await server.client.part(upload, file, model.stored, length, reprDigest(file))
          expect(answer.status).toBe(201)
          model.state = 'complete'
        }
        const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
        expect(download.status).toBe(model.state === 'complete' ? 200 : 409)
        if (model.state === 'complete') expect(download.body).toEqual(file)
        expect(await server.storedFiles()).not.toContain(`uploads/${upload.uploadId}`)
      }),
      { numRuns: 40 },
    )
  })
})
