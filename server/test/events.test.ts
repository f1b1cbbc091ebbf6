import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { eventStream, type ServerEvent } from '@lamella/shared/contract'
import { createEventStream } from '../src/platform/events/event-stream.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { addOrganisation, addProject, setUpOrganisation } from './people.ts'

const imageEvent = (project: string): ServerEvent => ({ type: 'image', id: randomUUID(), project, status: 'available' })

describe('Event stream', () => {
  const server = setUpServer()
  const lab = setUpOrganisation(server)
  let url: string
  beforeAll(async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })

  /** Opens the stream and waits for its first line: from then on nothing is missed. */
  const open = async (token: string) => {
    const answer = await fetch(`${url}${eventStream.path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.body) throw new Error('no body')
    const lines = createInterface({ input: Readable.fromWeb(answer.body) })
    const iterator = lines[Symbol.asyncIterator]()
    await iterator.next()
    /** The next event, or null when the stream has ended. */
    const next = async (): Promise<unknown> => {
      for (;;) {
        const { value, done } = await iterator.next()
        if (done) return null
        if (value.startsWith('data: ')) return JSON.parse(value.slice('data: '.length))
      }
    }
    return { answer, next, lines }
  }

  it('is refused without a token', async () => {
    expect((await fetch(`${url}${eventStream.path}`)).status).toBe(401)
  })

  it('says what changed in the projects that the user may see, and nothing of others', async () => {
    const own = await addProject(server, lab.member)
    const foreign = await addProject(server, lab.admin)
    const stream = await open(lab.member.token)
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.answer.headers.get('cache-control')).toBe('no-store')

    const events = [imageEvent(foreign), imageEvent(own), imageEvent(own)]
    for (const event of events) await server.context.events.publish(event)
    expect([await stream.next(), await stream.next()]).toEqual([events[1], events[2]])
    stream.lines.close()
  })

  it('sends an event only when its transaction commits', async () => {
    const project = await addProject(server, lab.member)
    const stream = await open(lab.member.token)
    const [lost, kept] = [imageEvent(project), imageEvent(project)]
    const rollBack = server.context.db.transaction(async (tx) => {
      await server.context.events.publish(lost, tx)
      throw new Error('no')
    })
    await expect(rollBack).rejects.toThrow('no')
    await server.context.events.publish(kept)
    expect(await stream.next()).toEqual(kept)
    stream.lines.close()
  })

  it('is limited in number for one user', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(lab.guest.token)))
    const more = await fetch(`${url}${eventStream.path}`, { headers: { authorization: `Bearer ${lab.guest.token}` } })
    expect(more.status).toBe(429)
    for (const { lines } of streams) lines.close()
  })

  it('ends when the connection to the database was lost, so that nothing is missed unnoticed', async () => {
    const stream = await open(lab.member.token)
    await server.context.db.execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'lamella listener'`,
    )
    expect(await stream.next()).toBeNull()

    const project = await addProject(server, lab.member)
    const again = await open(lab.member.token)
    const event = imageEvent(project)
    // The new connection may not be listening yet: publish until the event comes through.
    const heard = again.next()
    let isHeard = false
    heard.then(() => {
      isHeard = true
    })
    while (!isHeard) await server.context.events.publish(event)
    expect(await heard).toEqual(event)
    again.lines.close()
  })

  it('ends when the server closes', async () => {
    const own = await startTestApp()
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const { member } = await addOrganisation(own)
    const answer = await fetch(`${address}${eventStream.path}`, {
      headers: { authorization: `Bearer ${member.token}` },
    })
    const whole = answer.text()
    await own.close()
    expect(await whole).toBe(': open\n\n')
  })
})

describe('A reader that does not read', () => {
  it('is cut off before it costs memory', async () => {
    const { stream, send } = createEventStream()
    const closed = once(stream, 'close')
    for (let i = 0; i < 100; i += 1) send('x'.repeat(4096))
    await closed
    expect(stream.destroyed).toBe(true)
    expect(stream).toBeInstanceOf(PassThrough)
    send('after')
  })
})
