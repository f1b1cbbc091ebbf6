import * as contract from '@lamella/shared/contract'
import { setUpImageServer } from './image-server.ts'
import { createLab } from './lab.ts'
import { sha256Of } from './upload-client.ts'

describe('The same content in a project', () => {
  const server = setUpImageServer()
  const bytes = Buffer.from('some bytes')
  const hash = sha256Of(bytes)
  const nothing = { sizes: [], images: [] }
  const find = async (projectId: string, token = server.lab.admin.token, wanted = { sizes: [10], hashes: [hash] }) => {
    const answer = await server.call(contract.findSameContent, { params: { projectId }, body: { data: wanted }, token })
    return answer.status === 200 ? answer.body.data : answer.status
  }
  const upload = (project: string, name: string, client = server.client) => client.upload(bytes, { project, name })

  it('is found by size and by hash, with its oldest image', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    expect(await find(project)).toEqual(nothing)
    const first = await upload(project, 'first')
    await upload(project, 'second')
    const images = [{ hash, id: first.imageId, name: 'first' }]
    expect(await find(project)).toEqual({ sizes: [10], images })
    const other = { sizes: [11], hashes: [sha256Of(Buffer.from('other'))] }
    expect(await find(project, server.lab.admin.token, other)).toEqual(nothing)
  })

  it('is found without looking at all media of all organisations', async () => {
    const client = await server.context.db.$client.connect()
    try {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off')
      const { rows } = await client.query(
        `EXPLAIN SELECT i.id FROM images i JOIN media m ON m.id = i.medium_id WHERE i.project_id = $1 AND m.sha256 IN ('${hash}')`,
        [await server.lab.addProject(server.lab.admin)],
      )
      expect(JSON.stringify(rows)).toContain('media_sha256')
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('is not told of an upload that is not complete, nor of the trash', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    await server.client.start({ project, size: 10 })
    expect(await find(project)).toEqual({ sizes: [10], images: [] })
    const { imageId } = await upload(project, 'gone')
    await server.call(contract.trashImage, { params: { imageId }, token: server.lab.admin.token })
    expect((await find(project)) as object).toEqual({ sizes: [10], images: [] })
  })

  it('is not told of other projects, of the same organisation or of others, nor to those who may not upload', async () => {
    const person = await server.lab.addPerson()
    const [full, own] = [
      await server.lab.addProject(server.lab.admin, [[person, 'viewer']]),
      await server.lab.addProject(person),
    ]
    await upload(full, 'secret')
    expect(await find(own, person.token)).toEqual(nothing)
    expect(await find(full, person.token)).toBe(403)
    const foreign = await createLab(server.context.db)
    expect(await find(full, foreign.admin.token)).toBe(404)
    expect(await find(await foreign.addProject(foreign.admin), foreign.admin.token)).toEqual(nothing)
  })

  it('is asked for by proper hashes only', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    expect(await find(project, server.lab.admin.token, { sizes: [], hashes: ["' or 1=1"] })).toBe(400)
  })
})
