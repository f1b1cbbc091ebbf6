import { createHash } from 'node:crypto'
import { configureHttp } from '@lamella/shared/api'
import { skipDelays } from '@lamella/shared/testing/skip-delays.ts'
import { UploadServer } from '@lamella/shared/testing/upload-server.ts'
import fc from 'fast-check'
import { openSession } from './protocol.ts'
import { Transfer } from './transfer.ts'
import { portalOptions, type TransferOptions, transferDefaults } from './transfer-options.ts'

const part = 1000
const signal = () => new AbortController().signal
const contentOf = (size: number): Buffer => Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251))
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let server: UploadServer

beforeEach(async () => {
  server = await UploadServer.start()
  configureHttp({ baseUrl: server.url })
})
afterEach(async () => {
  await server.close()
  jest.restoreAllMocks()
})

/** A transfer of `content` whose session is open at the server, as its first upload. */
const startTransfer = async (
  content: Buffer,
  options: TransferOptions = { ...portalOptions, chunkSize: part },
): Promise<Transfer> => {
  await fetch(`${server.url}/api/v1/media`, {
    method: 'POST',
    body: JSON.stringify({ data: { size: content.length } }),
  })
  const session = await openSession('0', signal(), options)
  return new Transfer(new File([new Uint8Array(content)], 'a.tif'), session, options)
}
const send = async (content: Buffer): Promise<number[]> => {
  const progress: number[] = []
  await (await startTransfer(content)).run(signal(), (bytes) => progress.push(bytes))
  return progress
}
/** `complete` also means that the announced SHA-256 is that of the stored bytes, which the server compares. */
const expectStored = (content: Buffer): void => {
  const [upload] = server.uploads
  expect({ state: upload?.state, hash: hash(upload?.bytes ?? Buffer.alloc(0)) }).toEqual({
    state: 'complete',
    hash: hash(content),
  })
}

describe('a file', () => {
  it('D3-7-07 D3-7-08 D3-7-10 is sent in parts, each counted only when the server has confirmed it', async () => {
    const content = contentOf(2500)
    expect(await send(content)).toEqual([0, 1000, 2000, 2500])
    expectStored(content)
    expect(server.steps).toEqual(['medium', 'session', 'progress', 'part', 'part', 'part'])
  })

  it.each([0, 1, part - 1, part, part + 1])('of %i bytes arrives whole', async (size) => {
    const content = contentOf(size)
    await send(content)
    expectStored(content)
  })

  it('D3-9-06 D3-3-04 is sent at once by a client without options', async () => {
    const content = contentOf(2500)
    const options = { ...transferDefaults, endpoint: portalOptions.endpoint }
    await (await startTransfer(content, options)).run(signal(), () => undefined)
    expectStored(content)
    expect(server.steps.filter((step) => step === 'part')).toHaveLength(1)
  })

  it('that the server already has is not sent again', async () => {
    const content = contentOf(1500)
    const transfer = await startTransfer(content)
    await transfer.run(signal(), () => undefined)
    await transfer.run(signal(), () => undefined)
    expect(server.steps.filter((step) => step === 'part')).toHaveLength(2)
  })

  it.each([201, 204] as const)('D3-4-23 is complete at its size after a %d', async (status) => {
    server.lastStatus = status
    expect(await send(contentOf(2500))).toEqual([0, 1000, 2000, 2500])
  })

  it('D3-9-02 of 20 MiB is sent by the portal in parts of 8, 8 and 4 MiB', async () => {
    const mebibyte = 1024 ** 2
    const stored: number[] = []
    const transfer = await startTransfer(Buffer.alloc(20 * mebibyte), portalOptions)
    await transfer.run(signal(), (bytes) => stored.push(bytes / mebibyte))
    expect(stored).toEqual([0, 8, 16, 20])
    expect(server.steps.filter((step) => step === 'part')).toHaveLength(3)
  })

  it.each([200, 308] as const)('D3-4-24 continues after a %d with the next part', async (status) => {
    server.moreStatus = status
    const content = contentOf(2500)
    expect(await send(content)).toEqual([0, 1000, 2000, 2500])
    expectStored(content)
  })

  it('continues at the offset of the server when another client sent a part', async () => {
    const content = contentOf(3000)
    const transfer = await startTransfer(content)
    const upload = server.uploads[0]
    await transfer.run(signal(), (bytes) => {
      if (bytes === 1000 && upload) upload.bytes = content.subarray(0, 1700)
    })
    expectStored(content)
  })
})

describe('The call that opens a session', () => {
  const callOf = async (options?: Parameters<typeof openSession>[2]): Promise<string> => {
    const seen: string[] = []
    const real = globalThis.fetch
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      seen.push(`${request.method} ${new URL(request.url).pathname}`)
      const headers = { location: '/uploads/7', 'x-upload-session-id': 's' }
      return request.method === 'PUT' || request.method === 'POST'
        ? new Response(null, { status: 201, headers })
        : real(input, init)
    })
    await openSession('0', signal(), options)
    return seen.join()
  }

  it.each([
    ['D3-7-05 of a client without options', undefined, 'POST /uploads/'],
    ['D3-7-06 with another method', { ...transferDefaults, method: 'PUT' as const }, 'PUT /uploads/'],
    ['of the portal', portalOptions, 'POST /api/v2/files/uploads'],
  ])('%s', async (_, options, call) => {
    expect(await callOf(options)).toBe(call)
  })
})

describe('a token that is renewed in the middle of a part', () => {
  it('costs one part that is sent again, and nothing else', async () => {
    const content = contentOf(2500)
    const renewals: string[] = []
    configureHttp({
      tokens: {
        accessToken: () => renewals.at(-1) ?? 'old',
        renew: async (rejected) => {
          renewals.push(`after ${rejected}`)
          return `after ${rejected}`
        },
      },
    })
    const transfer = await startTransfer(content)
    await transfer.run(signal(), (bytes) => bytes === 1000 && server.faults.part.push('ERR_0401'))
    configureHttp({ tokens: { accessToken: () => null, renew: async () => null } })
    expectStored(content)
    expect(renewals).toEqual(['after old'])
    expect(server.steps.filter((step) => step === 'part')).toHaveLength(4)
  })
})

describe('after a sleep of the machine', () => {
  it('a part whose connection is dead is sent again, without the user', async () => {
    skipDelays()
    const content = contentOf(1500)
    const transfer = await startTransfer(content)
    const waiting = server.hold()
    const run = transfer.run(signal(), () => undefined)
    await waiting
    // The network is another one when the machine wakes.
    window.dispatchEvent(new Event('online'))
    server.release()
    await run
    expectStored(content)
  })
})

describe('a broken connection', () => {
  beforeEach(() => void skipDelays())

  it('with a lost answer sends no byte twice', async () => {
    const content = contentOf(2500)
    server.faults.part.push('unanswered')
    await send(content)
    expectStored(content)
    expect(server.steps.filter((step) => step === 'part')).toHaveLength(3)
  })

  it('with the answer to the last part lost is complete all the same', async () => {
    const content = contentOf(500)
    server.faults.part.push('unanswered')
    await send(content)
    expectStored(content)
    expect(server.steps.at(-1)).toBe('progress')
  })

  it('in the middle of a part continues at the byte that arrived, with the right checksum', async () => {
    const content = contentOf(2500)
    server.faults.part.push('cut', 'cut')
    await send(content)
    expectStored(content)
  })

  it('anywhere and in any order does not change what is stored', async () => {
    const fault = fc.constantFrom('cut' as const, 'unanswered' as const, 'ERR_0503' as const)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 4000 }), fc.array(fault, { maxLength: 4 }), async (size, faults) => {
        await server.close()
        server = await UploadServer.start()
        configureHttp({ baseUrl: server.url })
        server.faults.part.push(...faults)
        const content = contentOf(size)
        await send(content)
        expectStored(content)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a connection that is half open', () => {
  it('is given up after the time of a slow line, and the part is sent again', async () => {
    const real = globalThis.setTimeout
    const patience: number[] = []
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds = 0) => {
      if (milliseconds >= 30_000) patience.push(milliseconds)
      return real(work, milliseconds > 60_000 ? 20 : milliseconds)
    }) as typeof setTimeout)
    const content = contentOf(16 * 1024)
    const transfer = await startTransfer(content, portalOptions)
    server.steps.length = 0
    patience.length = 0
    void server.hold()
    const run = transfer.run(signal(), () => undefined)
    // Asked again after the part was given up; on a busy machine the part is sent again before this is seen.
    while (!server.steps.slice(2).includes('progress')) await new Promise((done) => setTimeout(done, 5))
    server.release()
    await run
    expectStored(content)
    // A second for 16 KiB more than for nothing.
    expect(patience.slice(0, 3)).toEqual([30_000, 61_000, 30_000])
  })
})

describe('a file that was changed on the disk', () => {
  it('is reported as such, although sending it looks like a lost connection', async () => {
    skipDelays()
    await fetch(`${server.url}/api/v1/media`, { method: 'POST', body: JSON.stringify({ data: { size: 2500 } }) })
    const session = await openSession('0', signal(), portalOptions)
    const file = new File([new Uint8Array(contentOf(2500))], 'a.tif')
    const slice = file.slice.bind(file)
    jest.spyOn(file, 'slice').mockImplementation((...range) => {
      const piece = slice(...range)
      piece.arrayBuffer = () => Promise.reject(new Error('The file was changed'))
      return piece
    })
    server.faults.part.push(...Array<'ERR_0503'>(6).fill('ERR_0503'))
    const transfer = new Transfer(file, session, { ...portalOptions, chunkSize: part })
    await expect(transfer.run(signal(), () => undefined)).rejects.toThrow('The file was changed')
  })
})

describe('stopping', () => {
  it('and starting again keeps the checksum right, wherever it stopped', async () => {
    const content = contentOf(3500)
    const transfer = await startTransfer(content)
    for (const stopAt of [0, 1000, 2000, 2000]) {
      const controller = new AbortController()
      const run = transfer.run(controller.signal, (bytes) => bytes >= stopAt && controller.abort())
      await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    }
    await transfer.run(signal(), () => undefined)
    expectStored(content)
  })

  it('while a part is on its way does not wait for it', async () => {
    const content = contentOf(1500)
    const transfer = await startTransfer(content)
    const waiting = server.hold()
    const controller = new AbortController()
    const run = transfer.run(controller.signal, () => undefined)
    await waiting
    controller.abort()
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    server.release()
    await transfer.run(signal(), () => undefined)
    expectStored(content)
  })
})

describe('a refusal', () => {
  const statusOf = (code: string) => ({ ERR_0500: 500, ERR_0503: null, ERR_2000: 412 })[code]

  it.each([
    ['ERR_0500', 'ERR_0500', 'Unexpected server error'],
    ['ERR_2000', 'ERR_2000', 'Invalid file upload reference'],
  ] as const)('D3-4-27 D3-8-26 D3-8-27 %s is thrown after five retries', async (fault, code, message) => {
    const waits = skipDelays()
    server.faults.part.push(...Array<typeof fault>(6).fill(fault))
    await expect(send(contentOf(10))).rejects.toMatchObject({ code, message, status: statusOf(code) })
    expect(waits).toHaveLength(5)
  })

  it('D3-8-28 no answer is ERR_0503 after five retries', async () => {
    const waits = skipDelays()
    const transfer = await startTransfer(contentOf(10))
    server.faults.progress.push(...Array<'unanswered'>(6).fill('unanswered'))
    const run = transfer.run(signal(), () => undefined)
    await expect(run).rejects.toMatchObject({ code: 'ERR_0503', status: null, message: 'Service unavailable' })
    expect(waits).toHaveLength(5)
  })

  it('D3-8-29 any other status of a part is ERR_0400 at once, with the message of the server', async () => {
    const waits = skipDelays()
    server.faults.part.push('ERR_2002')
    await expect(send(contentOf(10))).rejects.toMatchObject({
      code: 'ERR_0400',
      status: 400,
      message: 'The Content-Range header is missing or not valid.',
    })
    expect(waits).toEqual([])
  })

  it.each([
    ['while another request is writing', ['ERR_2007', 'ERR_2007'], ['ERR_2007']],
    ['of a part that did not arrive whole', ['ERR_2008'], []],
  ] as const)('%s passes: the part is sent again', async (_, ofParts, ofQuestions) => {
    skipDelays()
    const content = contentOf(2500)
    const transfer = await startTransfer(content)
    server.faults.part.push('unanswered', ...ofParts)
    await transfer.run(signal(), (bytes) => {
      // The first question for progress is answered; those between the attempts are not.
      if (bytes === 0) server.faults.progress.push(...ofQuestions)
    })
    expectStored(content)
  })

  it('while another request is writing for long, such as one that hashes what is stored, costs no try', async () => {
    skipDelays()
    const content = contentOf(500)
    server.faults.part.push(...Array<'ERR_2007'>(12).fill('ERR_2007'))
    await send(content)
    expectStored(content)
  })

  it('for want of time (408, 429) passes, after the time that the server names', async () => {
    const waits = skipDelays()
    const content = contentOf(500)
    server.faults.part.push('ERR_0408', 'ERR_0429')
    await send(content)
    expectStored(content)
    expect(waits).toEqual([expect.any(Number), 2000])
  })

  it('that would pass, but does not, is thrown after five retries, with the message of the server', async () => {
    const waits = skipDelays()
    server.faults.part.push(...Array<'ERR_2008'>(6).fill('ERR_2008'))
    await expect(send(contentOf(10))).rejects.toMatchObject({
      code: 'ERR_0400',
      status: 400,
      message: 'The part is not as long as its Content-Range says.',
    })
    expect(waits).toHaveLength(5)
  })

  it.each([200, 400, 404, 502])('by a page of a proxy (%i) is no answer', async (status) => {
    const waits = skipDelays()
    const transfer = await startTransfer(contentOf(10))
    server.faults.progress.push(...Array<number>(6).fill(status))
    const run = transfer.run(signal(), () => undefined)
    await expect(run).rejects.toMatchObject({ code: 'ERR_0503', status: null, message: 'Service unavailable' })
    expect(waits).toHaveLength(5)
    expect(server.steps).not.toContain('part')
  })

  it('by a page of a proxy passes when the server answers again', async () => {
    skipDelays()
    const content = contentOf(2500)
    server.faults.part.push(404, 200, 502)
    await send(content)
    expectStored(content)
  })

  it('of a part that is too large for a proxy is final', async () => {
    const waits = skipDelays()
    server.faults.part.push(413)
    await expect(send(contentOf(10))).rejects.toMatchObject({ status: 413, message: 'Payload too large' })
    expect(waits).toEqual([])
  })

  it('bytes that differ on the server are reported and not sent again', async () => {
    const content = contentOf(1500)
    const transfer = await startTransfer(content)
    const upload = server.uploads[0]
    const run = transfer.run(signal(), (bytes) => {
      if (bytes === 1000 && upload) upload.bytes = Buffer.alloc(1000)
    })
    await expect(run).rejects.toMatchObject({ status: 409, message: expect.stringContaining('checksums do not match') })
    expect(upload?.state).toBe('failed')
  })

  it('D3-8-26 a session that is refused is ERR_0500', async () => {
    server.faults.session.push('ERR_0403')
    await expect(openSession('0', signal(), portalOptions)).rejects.toMatchObject({ code: 'ERR_0500', status: 403 })
  })
})
