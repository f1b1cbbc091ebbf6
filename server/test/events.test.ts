import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import {
  announcePresence,
  deleteProject,
  eventStream,
  type ProjectEvent,
  removeContributor,
  removeRelease,
  updateProject,
} from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { notify } from '../src/domains/notifications/index.ts'
import { createEventStream } from '../src/platform/events/event-stream.ts'
import { addAnnotatedImage } from './annotated-image.ts'
import { besides, setUpServer, startTestApp } from './helper.ts'
import { addOrganisation, addPerson, addProject, setUpOrganisation } from './people.ts'
import { activate, operatorToken, publish } from './release-files.ts'

const imageEvent = (project: string): Extract<ProjectEvent, { type: 'image' }> => ({
  type: 'image',
  id: randomUUID(),
  project,
  status: 'available',
})

describe('Event stream', () => {
  // Behind a proxy, because otherwise so many connections from one address are refused.
  const server = setUpServer({ env: { TRUST_PROXY: '1' } })
  const lab = setUpOrganisation(server)
  let url: string
  beforeAll(async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })

  /** Opens the stream and waits for its first line, after which no event is missed. */
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

  it('tells who looks at an image and what they have selected to those who see its project, and to nobody else', async () => {
    const viewer = await addPerson(server, lab.id, 'viewer')
    const project = await addProject(server, lab.member, [[viewer, 'viewer']])
    const imageId = await addAnnotatedImage(server, lab.member, project)
    const [seeing, blind] = [await open(viewer.token), await open(lab.guest.token)]
    const said = { page: randomUUID(), selected: [randomUUID()] }
    const put = (body: object, token = lab.member.token) =>
      server.call(announcePresence, { token, params: { imageId }, body: { data: body as never } })
    expect((await put(said)).status).toBe(204)
    const event = { type: 'presence', project, image: imageId, user: lab.member.id, ...said, isGone: false }
    expect(await seeing.next()).toEqual(event)
    expect((await put({ ...said, isGone: true })).status).toBe(204)
    expect(await seeing.next()).toEqual({ ...event, isGone: true })
    // Who sees the image only says so too.
    expect((await put(said, viewer.token)).status).toBe(204)
    expect(await seeing.next()).toMatchObject({ user: viewer.id })
    // Nobody else hears of it.
    await server.context.events.publish({ type: 'notification', user: lab.guest.id })
    expect(await blind.next()).toEqual({ type: 'notification', user: lab.guest.id })
    for (const { lines } of [seeing, blind]) lines.close()
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

  it('tells who contributes of a change of roles, and the person whose role was taken', async () => {
    const { member: owner, guest, admin } = lab
    const project = await addProject(server, owner, [[guest, 'viewer']])
    const person = await addPerson(server, lab.id, 'uninvolved')
    const uninvolved = await open(person.token)
    const streams = [await open(owner.token), await open(guest.token), await open(admin.token)]
    const params = { projectId: project, userId: guest.id }
    const remove = { token: owner.token, params, query: { was: 'viewer' } } as const
    expect((await server.call(removeContributor, remove)).status).toBe(204)
    for (const stream of streams) {
      expect(await stream.next()).toEqual({ type: 'contributor', id: guest.id, project })
      stream.lines.close()
    }
    // Events arrive in order: the former was not sent to the uninvolved.
    const own = await addProject(server, person)
    await server.context.events.publish(imageEvent(own))
    expect(await uninvolved.next()).toMatchObject({ project: own })
    uninvolved.lines.close()
  })

  it('tells those with a role, and nobody else, who has renamed or deleted a project', async () => {
    const { member: owner, guest, admin } = lab
    const project = await addProject(server, owner, [[guest, 'viewer']])
    const person = await addPerson(server, lab.id, 'elsewhere')
    const uninvolved = await open(person.token)
    const people = [owner, guest, admin]
    const streams = await Promise.all(people.map(({ token }) => open(token)))
    const params = { projectId: project }
    const rename = { token: admin.token, params, body: { data: { name: 'Renamed' } } }
    expect((await server.call(updateProject, rename)).status).toBe(204)
    for (const stream of streams) expect(await stream.next()).toEqual({ type: 'project', project, by: admin.id })
    expect((await server.call(deleteProject, { token: owner.token, params })).status).toBe(204)
    for (const [index, stream] of streams.entries()) {
      const user = people[index]?.id
      expect(await stream.next()).toEqual({ type: 'projectDeleted', id: project, user, by: owner.id })
      stream.lines.close()
    }
    const own = await addProject(server, person)
    await server.context.events.publish(imageEvent(own))
    expect(await uninvolved.next()).toMatchObject({ project: own })
    uninvolved.lines.close()
  })

  it('tells every page that is logged in that releases have changed, and nothing of it; not of a refused change', async () => {
    const other = await addOrganisation(server)
    const streams = [await open(lab.guest.token), await open(other.member.token)]
    const toldOnce = async () => {
      for (const stream of streams) expect(await stream.next()).toEqual({ type: 'releasesChanged' })
    }
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await publish(server, 'projects', version)
      await toldOnce()
    }
    expect((await activate(server, 'projects', '9.9.9')).status).toBe(404)
    await activate(server, 'projects', '1.0.0')
    await toldOnce()
    await activate(server, 'projects', '1.1.0', 10)
    await toldOnce()
    const removal = { params: { app: 'projects', version: '1.2.0' }, body: { data: {} } }
    expect((await server.call(removeRelease, { ...removal, token: await operatorToken(server) })).status).toBe(204)
    await toldOnce()
    for (const stream of streams) stream.lines.close()
  })

  it('tells of notifications the pages of their user only, also when another process stores them', async () => {
    const { member, admin } = lab
    const [own, other] = [await open(member.token), await open(admin.token)]
    const second = await startTestApp({ env: besides(server) })
    try {
      const detail = { by: 'Ann', organisation: 'Lab' }
      const told = { userId: member.id, kind: 'organisation-invited', key: randomUUID(), detail } as const
      await second.context.db.transaction((tx) => notify(second.context, tx, told))
    } finally {
      await second.close()
    }
    expect(await own.next()).toEqual({ type: 'notification', user: member.id })
    // Events arrive in order: the former was not sent to others.
    const project = await addProject(server, admin)
    await server.context.events.publish(imageEvent(project))
    expect(await other.next()).toMatchObject({ project })
    own.lines.close()
    other.lines.close()
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

  /** Texts of the queries that are executed while `run` is under way. */
  const queriesDuring = async (run: () => Promise<void>): Promise<string[]> => {
    const query = jest.spyOn(server.context.db.$client, 'query')
    try {
      await run()
      return query.mock.calls.map(([first]) => JSON.stringify(first)).filter((text) => !text.includes('pg_notify'))
    } finally {
      query.mockRestore()
    }
  }
  /** Publishes as another process does, by the channel alone. */
  const notifyByHand = (event: object) =>
    server.context.db.execute(sql`SELECT pg_notify('lamella_events', ${JSON.stringify(event)})`)

  it('causes no query for users of another organisation', async () => {
    const others = await addOrganisation(server)
    const foreign = await addProject(server, others.member)
    const own = await addProject(server, lab.member)
    const stream = await open(lab.member.token)
    const [before, after] = [imageEvent(own), imageEvent(own)]
    await server.context.events.publish(before)
    await stream.next()
    const queries = await queriesDuring(async () => {
      for (let i = 0; i < 10; i += 1) await server.context.events.publish(imageEvent(foreign))
      await server.context.events.publish(after)
      expect(await stream.next()).toEqual(after)
    })
    expect(queries.filter((text) => text.includes('contributors'))).toEqual([])
    stream.lines.close()
  })

  it('needs one query for all open pages, also of users who may not see the project', async () => {
    const [people, streamsOfEach] = [25, 20]
    const members = await Promise.all(
      Array.from({ length: people }, (_, index) => addPerson(server, lab.id, `member${index}`)),
    )
    const project = await addProject(server, lab.admin, [[members[0] ?? lab.member, 'viewer']])
    const event = imageEvent(project)
    const streams = await Promise.all(
      members.flatMap((member) => Array.from({ length: streamsOfEach }, () => open(member.token))),
    )
    expect(streams).toHaveLength(500)
    const readers = streams.slice(0, streamsOfEach)
    const queries = await queriesDuring(async () => {
      for (let i = 0; i < 10; i += 1) await server.context.events.publish(event)
      for (let i = 0; i < 10; i += 1) {
        for (const { next } of readers) expect(await next()).toEqual(event)
      }
    })
    expect(queries.filter((text) => text.includes('contributors'))).toHaveLength(1)
    for (const { lines } of streams) lines.close()
  })

  it('does not send organisations to browsers, and accepts events of a process that does not send them either', async () => {
    const project = await addProject(server, lab.member)
    const stream = await open(lab.member.token)
    const [ours, older] = [imageEvent(project), imageEvent(project)]
    await server.context.events.publish(ours)
    await notifyByHand({ type: 'image', id: 'not', project: 'an event' })
    await server.context.db.execute(`SELECT pg_notify('lamella_events', '{"half')`)
    await notifyByHand(older)
    expect([await stream.next(), await stream.next()]).toEqual([ours, older])
    stream.lines.close()
  })

  it('leaves out events that are too large for a notification, without undoing the change', async () => {
    const project = await addProject(server, lab.member)
    const stream = await open(lab.member.token)
    const kept = imageEvent(project)
    await server.context.db.transaction(async (tx) => {
      await server.context.events.publish({ ...kept, id: 'x'.repeat(8000) }, tx)
      await server.context.events.publish(kept, tx)
    })
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
    // The new connection may not be listening yet: publish until an event arrives.
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
