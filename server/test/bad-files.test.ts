import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { allowedExtensions, type Image } from '@lamella/shared/contract'
import { createProcessImage } from '../src/jobs/handlers/process-image.ts'
import { setUpImageServer } from './image-server.ts'
import { dataPath, describeWithData } from './imaging-data.ts'

/** The committed table of what each damaged, hostile or unusual file gets: path and status. */
const rows = readFileSync(join(__dirname, '../src/imaging/bad-input.table.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([path]) => path?.startsWith('bad_input/'))
  .map(([path = '', status = '']) => [path, status] as const)

/** Whatever it is called, it comes in under an extension that the portal takes. */
const disguised = (path: string, index: number): string => {
  const own = extname(path).slice(1).toLowerCase()
  const allowed = allowedExtensions.TwoDimensions
  return `${basename(path)}.${allowed.includes(own) ? own : allowed[index % allowed.length]}`
}

describeWithData('Files of bad input, over HTTP', () => {
  const server = setUpImageServer()

  it('D3-3-20: each gets its status of the table and words for the user, the server goes on, and nothing is left over', async () => {
    const decode = createProcessImage(server.context)
    const job = { signal: new AbortController().signal, isLastTry: true }
    const outcomes: [string, string][] = []
    for (const [index, [path]] of rows.entries()) {
      const bytes = await readFile(dataPath(path))
      const originalFilename = disguised(path, index)
      const { imageId, mediumId } = await server.client.upload(bytes, { project: server.project, originalFilename })
      await decode({ mediumId }, job)
      const image = await server.client.json<Image>(`/api/v1/images/${imageId}`)
      outcomes.push([path, image.status])
      if (image.status !== 'processingFailed') continue
      expect([path, image.statusErrors]).toEqual([path, [expect.stringMatching(/^[A-Z].{20,}\.$/s)]])
      const stored = (await server.storedFiles()).filter((name) => name.includes(mediumId))
      expect(stored).toEqual([`blobs/media/${mediumId}/original`])
    }
    expect(outcomes).toEqual(rows)
    const strays = (await server.storedFiles()).filter((name) => !name.startsWith('blobs/media/'))
    expect(strays).toEqual([])
    expect((await fetch(`${server.client.base}/readyz`)).status).toBe(200)
  }, 300_000)

  it('D3-7-45: real images arrive as they are on the disk', async () => {
    const table = [
      ['wsi/CMU-1-Small-Region.svs', 'TwoDimensions', { width: 2220, height: 2967, isMultichannelImage: false }],
      ['ome_tiff/multi-channel.ome.tif', 'MultiChannel', { mcChannelLength: 3, isMultichannelImage: true }],
      ['ihc_he/ihc.png', 'TwoDimensions', { width: 512, height: 512, mimeType: 'PNG' }],
    ] as const
    for (const [path, fileType, expected] of table) {
      const bytes = await readFile(dataPath(path))
      const upload = { project: server.project, originalFilename: basename(path), fileType }
      const { imageId, mediumId } = await server.client.upload(bytes, upload)
      await createProcessImage(server.context)({ mediumId }, { signal: new AbortController().signal, isLastTry: true })
      const image = await server.client.json<Image>(`/api/v1/images/${imageId}`)
      expect({ path, ...image }).toMatchObject({ path, status: 'available', ...expected })
      expect((await server.client.request('GET', `/api/v1/images/${imageId}/download`)).body).toEqual(bytes)
    }
  })
})
