import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { defaultLimits } from '../src/imaging/limits.ts'
import { startFileServer, table, testOutcomes, testWhatIsLeft } from './bad-files.ts'
import { madeBy } from './helper.ts'
import { dataPath, describeWithData } from './imaging-data.ts'
import { measureChildren, residentBytesOf } from './imaging-memory.ts'
import { sha256Of } from './upload-client.ts'

jest.setTimeout(300_000)

describeWithData('D3-3-20 bad input and variants of TIFF, sent to a real server', () => {
  const server = madeBy(beforeAll, startFileServer)
  afterAll(() => server.close())
  let peakOfDecoders: number
  let growthOfServer: number
  test('the table has one row per file', () => {
    const files = ['bad_input', 'tiff_variants'].flatMap((part) =>
      readdirSync(dataPath(part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dataPath(''), join(entry.parentPath, entry.name))),
    )
    expect(table.map(([path]) => path)).toEqual(files.sort())
  })

  testOutcomes(server, table, async (sendAll) => {
    const { pid } = server.process
    const before = residentBytesOf([pid])
    peakOfDecoders = await measureChildren(sendAll, pid)
    growthOfServer = residentBytesOf([pid]) - before
  })

  test('the decoders of both jobs together stay below the memory limit of one, and the server grows by less than 300 MB', () => {
    expect(peakOfDecoders).toBeGreaterThan(0)
    expect(peakOfDecoders).toBeLessThan(defaultLimits.memoryBytes)
    expect(growthOfServer).toBeLessThan(300e6)
  })

  test('D3-7-45 real images are downloaded byte by byte as on disk', async () => {
    const real = [
      ['wsi/CMU-1-Small-Region.svs', 'TwoDimensions', { width: 2220, height: 2967, isMultichannelImage: false }],
      ['ome_tiff/multi-channel.ome.tif', 'MultiChannel', { mcChannelLength: 3, isMultichannelImage: true }],
      ['ihc_he/ihc.png', 'TwoDimensions', { width: 512, height: 512, mimeType: 'PNG' }],
    ] as const
    for (const [path, kind, expected] of real) {
      const upload = await server.send(path, kind, basename(path))
      expect({ path, ...(await server.outcomeOf(upload)) }).toMatchObject({ path, status: 'available', ...expected })
      const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
      expect(sha256Of(download.body)).toBe(sha256Of(await readFile(dataPath(path))))
    }
  })

  testWhatIsLeft(server)
})
