import {
  checkRelease,
  listReleases,
  pruneReleases,
  releaseHistory,
  removableReleases,
  removeRelease,
  sendTelemetry,
} from '@lamella/shared/contract'
import { createRemoveRelease } from '../src/domains/releases/removal-service.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { activate, complete, filesOf, hashesOf, operatorToken, publish, putFile, rollBack } from './release-files.ts'

const clock = createClock(new Date().toISOString())
const server = setUpServer({ now: clock.now })
let token: string
beforeAll(async () => {
  token = await operatorToken(server)
})

const remove = (app: string, version: string, how: { force?: boolean; reason?: string } = {}) =>
  server.call(removeRelease, { params: { app, version }, body: { data: how }, token })
const versions = async (app: string) =>
  (await server.call(listReleases, { token })).body.data.filter((one) => one.app === app).map(({ version }) => version)
const blobsOf = async (app: string, version: string) => {
  const keys: string[] = []
  for await (const key of server.context.blobs.list(blobKeys.release(app, version))) keys.push(key)
  return keys
}
const waiting = async () => (await server.context.queue.count()).filter(({ name }) => name === 'remove-release')
const runJob = (app: string, version: string) =>
  createRemoveRelease(server.context)({ app, version }, { signal: new AbortController().signal, isLastTry: true })

const removable = async (app: string) => {
  const { body } = await server.call(removableReleases, { params: { app }, token })
  return body.data.versions.map(({ version, why, bound }) => [version, why, bound])
}

describe('Removing a version', () => {
  it.each([
    ['that is active', '1.3.0', 'projects 1.3.0 is active.'],
    ['that is on trial', '1.4.0', 'projects 1.4.0 is on trial.'],
    ['that is a fallback', '1.2.0', 'projects 1.2.0 is a fallback of what is active.'],
    ['that was active lately', '1.0.0', 'projects 1.0.0 was active in the last 7 days.'],
  ])('is refused for one %s', async (_, version, sentence) => {
    if ((await versions('projects')).length === 0) {
      for (const each of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) {
        await publish(server, 'projects', each)
        await activate(server, 'projects', each)
      }
      await publish(server, 'projects', '1.4.0')
      await activate(server, 'projects', '1.4.0', 10)
    }
    expect(await removable('projects')).toContainEqual([
      version,
      sentence.replace(/^projects \S+/, 'It'),
      version !== '1.0.0',
    ])
    const answer = await remove('projects', version, { force: version !== '1.0.0', reason: 'x' })
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6008' })
    expect(answer.raw.toString()).toContain(sentence)
    expect(await versions('projects')).toContain(version)
  })

  it('is refused for one that somebody still runs, unless it is forced with a reason', async () => {
    await publish(server, 'auth', '1.0.0')
    const event = { kind: 'session', app: 'auth', version: '1.0.0' }
    await server.call(sendTelemetry, { body: { data: { events: [event] } } })
    const answer = await remove('auth', '1.0.0')
    expect(answer.raw.toString()).toContain('was run by somebody in the last 7 days')
    expect(await remove('auth', '1.0.0', { force: true })).toMatchObject({ status: 400 })
    expect(await remove('auth', '1.0.0', { force: true, reason: 'A secret is in it' })).toMatchObject({ status: 204 })
    expect(await versions('auth')).toEqual([])
    const history = (await server.call(releaseHistory, { params: { app: 'auth' }, token })).body.data
    expect(history).toMatchObject([
      { action: 'publish', version: '1.0.0', removed: { actor: 'operator', reason: 'A secret is in it' } },
    ])
  })

  it('takes row and files: the row at once and with the job that removes the files, whatever happens then', async () => {
    await publish(server, 'datastorage', '1.0.0')
    const before = await waiting()
    expect(await remove('datastorage', '1.0.0')).toMatchObject({ status: 204 })
    expect((await server.app.inject('/remotes/datastorage/1.0.0/main.js')).statusCode).toBe(404)
    expect((await blobsOf('datastorage', '1.0.0')).length).toBeGreaterThan(0)
    expect(await waiting()).not.toEqual(before)
    await runJob('datastorage', '1.0.0')
    expect(await blobsOf('datastorage', '1.0.0')).toEqual([])
    expect(await remove('datastorage', '1.0.0')).toMatchObject({ status: 404, code: 'ERR_6002' })
  })

  it('can be undone by publishing the same content, never by other content', async () => {
    await publish(server, 'datastorage', '2.0.0')
    await remove('datastorage', '2.0.0')
    const other = filesOf('datastorage', '2.0.0', { 'extra.json': '{}' })
    for (const [path, bytes] of Object.entries(other)) await putFile(server, 'datastorage', '2.0.0', path, bytes)
    const refused = await complete(server, 'datastorage', '2.0.0', hashesOf(other))
    expect(refused).toMatchObject({ status: 409, code: 'ERR_6001' })
    await publish(server, 'datastorage', '2.0.0')
    // The job of the removal comes late: what is published again stays.
    await runJob('datastorage', '2.0.0')
    const check = await server.call(checkRelease, { params: { app: 'datastorage', version: '2.0.0' }, token })
    expect(check.body.data.damaged).toEqual([])
  })
})

describe('Pruning', () => {
  it('keeps the newest, and what anything or anybody needs; the rest goes', async () => {
    const all = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0']
    for (const version of all) await publish(server, 'ai-trainer', version)
    for (const version of ['1.0.0', '1.2.0']) await activate(server, 'ai-trainer', version)
    const event = { kind: 'load', value: 3, app: 'ai-trainer', version: '1.1.0' }
    await server.call(sendTelemetry, { body: { data: { events: [event] } } })
    const prune = () =>
      server.call(pruneReleases, { params: { app: 'ai-trainer' }, body: { data: { keep: 2 } }, token })
    // Said before, as the page of operators shows it.
    expect((await removable('ai-trainer')).slice(2)).toEqual([
      ['1.4.0', null, false],
      ['1.3.0', null, false],
      ['1.2.0', 'It is active.', true],
      ['1.1.0', 'It was run by somebody in the last 7 days.', false],
      ['1.0.0', 'It is a fallback of what is active.', true],
    ])
    expect((await prune()).body.data).toEqual({
      removed: ['1.4.0', '1.3.0'],
      kept: [
        { version: '1.2.0', why: 'It is active.' },
        { version: '1.1.0', why: 'It was run by somebody in the last 7 days.' },
        { version: '1.0.0', why: 'It is a fallback of what is active.' },
      ],
    })
    clock.advance({ days: 9 })
    expect((await prune()).body.data.removed).toEqual(['1.1.0'])
    expect((await versions('ai-trainer')).sort()).toEqual(['1.0.0', '1.2.0', '1.5.0', '1.6.0'])
    // What is left can still be undone.
    const back = await rollBack(server, 'ai-trainer')
    expect(back.body.data.version).toBe('1.0.0')
  })

  it('of an unknown app is refused', async () => {
    const answer = await server.call(pruneReleases, { params: { app: 'nothing' }, body: { data: {} }, token })
    expect(answer).toMatchObject({ status: 404, code: 'ERR_6002' })
  })
})
