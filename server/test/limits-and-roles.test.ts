import { randomUUID } from 'node:crypto'
import type { Image } from '@lamella/shared/contract'
import { setUpImageServer } from './image-server.ts'
import { createLab } from './lab.ts'

const gigabyte = 1024 ** 3

describe('Announcing an image', () => {
  let clock = 0
  const server = setUpImageServer({ now: () => new Date(Date.now() + clock) })

  /** Creates another organisation with these limits. */
  const limited = async (limits: { mediumLimit?: number; storageLimit?: number }) => {
    const lab = await createLab(server.context.db, limits)
    return { project: await lab.addProject(lab.admin), client: server.clientOf(lab.admin) }
  }
  const together = (number: number, announce: () => Promise<{ status: number; code: string | null }>) =>
    Promise.all(Array.from({ length: number }, announce)).then((answers) =>
      answers.map(({ status, code }) => code ?? String(status)).sort(),
    )

  it('D3-8-15 D3-1-08: of many at once exactly as many are accepted as the image limit allows', async () => {
    const { client, project } = await limited({ mediumLimit: 5 })
    const answers = await together(12, () => client.announce({ project, size: 1 }))
    expect(answers).toEqual([...Array(5).fill('201'), ...Array(7).fill('ERR_5007')])
  })

  it('D3-8-16 D3-9-13: of many at once no more are accepted than the storage limit allows', async () => {
    const { client, project } = await limited({ storageLimit: 10 })
    const answers = await together(8, () => client.announce({ project, size: 3 * gigabyte }))
    expect(answers).toEqual([...Array(3).fill('201'), ...Array(5).fill('ERR_5008')])
    expect((await client.announce({ project, size: gigabyte })).status).toBe(201)
    expect((await client.announce({ project, size: 1 })).code).toBe('ERR_5008')
  })

  it.each([-1, -5])('D3-9-14: a limit of %d is none', async (limit) => {
    const { client, project } = await limited({ mediumLimit: limit, storageLimit: limit })
    expect((await client.announce({ project, size: 15 * gigabyte })).status).toBe(201)
  })

  it('gives the reserved place back when the upload is cancelled or the image deleted', async () => {
    const { client, project } = await limited({ mediumLimit: 1, storageLimit: 1 })
    const cancelled = await client.start({ project, size: gigabyte })
    expect((await client.announce({ project, size: 1 })).code).toBe('ERR_5007')
    await client.request('DELETE', cancelled.address)
    const deleted = await client.start({ project, size: gigabyte })
    await client.request('DELETE', `/api/v1/images/${deleted.imageId}`)
    expect((await client.announce({ project, size: gigabyte })).status).toBe(201)
  })

  it('D3-5-08: refuses a file over the maximum upload size, before a byte comes', async () => {
    const size = 20 * gigabyte
    expect((await server.client.announce({ project: server.project, size })).status).toBe(201)
    const answer = await server.client.announce({ project: server.project, size: size + 1 })
    expect([answer.status, answer.code]).toEqual([413, 'ERR_2004'])
  })

  it.each([-1, 1.5, 2 ** 53, '5', null])('refuses the size %p', async (size) => {
    const answer = await server.client.announce({ project: server.project, size: size as number })
    expect([answer.status, answer.code]).toEqual([400, 'ERR_0400'])
  })

  it('D3-5-01: refuses an extension that the kind of image does not allow', async () => {
    const { client, project } = server
    const table = [
      ['a.png', 'MultiChannel', 415],
      ['a.svs', 'TimeSeries', 415],
      ['a.exe', 'TwoDimensions', 415],
      ['tif', 'TwoDimensions', 415],
      ['a.TIF', 'TwoDimensions', 201],
      ['a.ome.tiff', 'MultiChannel', 201],
      ['a.czi', 'TimeSeries', 201],
    ] as const
    for (const [originalFilename, fileType, status] of table) {
      const answer = await client.announce({ project, size: 1, originalFilename, fileType })
      expect([originalFilename, answer.status]).toEqual([originalFilename, status])
    }
  })

  it('D3-1-11 D2-6-05 D1-1-14: a guest may not upload, whatever their role in the project', async () => {
    const guest = await server.lab.addPerson('guest')
    for (const role of ['editor', 'viewer'] as const) {
      const project = await server.lab.addProject(server.lab.admin, [[guest, role]])
      expect((await server.clientOf(guest).announce({ project, size: 1 })).status).toBe(403)
    }
  })

  it('D3-1-12 D2-6-10: only owner and editors may upload', async () => {
    const { lab } = server
    const [editor, annotator, viewer] = [await lab.addPerson(), await lab.addPerson(), await lab.addPerson()]
    const nobody = await lab.addPerson()
    const owner = await lab.addPerson()
    const project = await lab.addProject(owner, [
      [editor, 'editor'],
      [annotator, 'annotator'],
      [viewer, 'viewer'],
    ])
    const table = [
      [owner, 201],
      [editor, 201],
      [lab.admin, 201],
      [annotator, 403],
      [viewer, 403],
      [nobody, 404],
      [{ token: '' }, 401],
    ] as const
    for (const [person, status] of table) {
      expect((await server.clientOf(person).announce({ project, size: 1 })).status).toBe(status)
    }
  })

  it('refuses a project that is foreign or unknown', async () => {
    const { project } = await limited({})
    expect((await server.client.announce({ project, size: 1 })).status).toBe(404)
    expect((await server.client.announce({ project: randomUUID(), size: 1 })).status).toBe(404)
    expect((await server.client.announce({ project: 'nonsense', size: 1 })).status).toBe(400)
  })

  it.each([
    ['at once where that is announced', (project: string) => server.context.access.invalidateProject(project)],
    [
      'after five seconds where it is not',
      async () => {
        clock = 5_000
      },
    ],
  ])('stops uploads of users who have lost their role, %s', async (_, pass) => {
    const editor = await server.lab.addPerson()
    const project = await server.lab.addProject(server.lab.admin, [[editor, 'editor']])
    const client = server.clientOf(editor)
    const upload = await client.start({ project, size: 4 })
    expect((await client.part(upload, Buffer.from('abcd'), 0, 2)).status).toBe(308)
    await server.context.db.$client.query('DELETE FROM contributors WHERE user_id = $1', [editor.userId])
    // Parts come many times a second: roles are cached.
    await pass(project)
    expect((await client.part(upload, Buffer.from('abcd'), 2, 4)).status).toBe(404)
    clock = 0
  })

  describe('with a hostile name', () => {
    const imageNamed = async (name: string, originalFilename: string) => {
      const answer = await server.client.announce({ project: server.project, size: 1, name, originalFilename })
      if (answer.status !== 201) return answer.code
      const { imageId } = JSON.parse(answer.body.toString()).data
      const image = await server.client.json<Image>(`/api/v1/images/${imageId}`)
      const { rows } = await server.context.db.$client.query('SELECT original_filename FROM media WHERE id = $1', [
        image.imageMedium,
      ])
      return [image.name, rows[0].original_filename]
    }

    it.each([
      ['../../etc/passwd', '../../etc/passwd.tif', ['../../etc/passwd', 'passwd.tif']],
      ['a', 'C:\\Windows\\system32\\b.tif', ['a', 'b.tif']],
      ['a', '/b.tif', ['a', 'b.tif']],
      ['ab\nc\u001b[31m', 'x\u0001y.tif', ['abc[31m', 'xy.tif']],
      ['a', 'x\u0000y.tif', 'ERR_0400'],
      ['evil\u202egpj.exe', 'a.tif', 'ERR_0400'],
      ['evil\u200fgpj.exe', 'evil\u200ffit.tif', ['evilgpj.exe', 'evilfit.tif']],
      ['\ud800', 'a.tif', 'ERR_0400'],
      ['Zellen 細胞 🔬', 'Zelle\u0301n.tif', ['Zellen 細胞 🔬', 'Zell\u00e9n.tif']],
      ['\u0000', 'a.tif', 'ERR_0400'],
      ['   ', 'a.tif', 'ERR_0400'],
      ['a', 'x.tif/', 'ERR_0400'],
      ['a', '..', 'ERR_0415'],
      ['n'.repeat(129), 'a.tif', 'ERR_0400'],
      ['a', `${'n'.repeat(10_000)}.tif`, 'ERR_0400'],
      ['n'.repeat(10_000), 'a.tif', 'ERR_0400'],
    ])('%j, %j', async (name, originalFilename, outcome) => {
      const before = await server.storedFiles()
      expect(await imageNamed(name, originalFilename)).toEqual(outcome)
      expect(await server.storedFiles()).toEqual(before)
    })
  })
})
