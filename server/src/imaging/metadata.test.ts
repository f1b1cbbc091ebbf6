import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataPath, describeWithData } from '../../test/imaging-data.ts'
import { type TestTag, writeTestTiff } from '../../test/imaging-tiff.ts'
import { openSource } from './sources/open-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-metadata-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const channel = (name: string, color: string, exposureMs: number) => ({ name, color, exposureMs })

/**
 * What a file says, read from it by hand: by tifffile 2023.2 (descriptions, UIC tables, resolutions) and by `strings` (the XML of CZI and SCN).
 * Null: it says nothing.
 */
const files: [family: string, path: string, µmPerPixel: number | null, names: string[], metadata: object | null][] = [
  [
    'Aperio SVS',
    'wsi/CMU-1-Small-Region.svs',
    0.499,
    [],
    { acquiredAt: '2009-12-29T09:59:15', instrument: 'CPAPERIOCS', objective: { magnification: 20 } },
  ],
  ['Aperio SVS', 'wsi/tcga-cr-7395-01a-01-ts1.svs', null, [], null],
  [
    'Hamamatsu NDPI',
    'wsi/test3-DAPI-2-(387).ndpi',
    // 43,826 pixels per centimetre.
    10_000 / 43_826,
    [],
    { acquiredAt: '2017-02-07T13:06:43', instrument: 'Hamamatsu C9600-12', objective: { magnification: 40 } },
  ],
  [
    'PerkinElmer QPTIFF',
    'wsi/small_vectra.qptiff',
    // 4,294,967,295 / 213,260 pixels per centimetre.
    (10_000 * 213_260) / 4_294_967_295,
    ['DAPI', 'FITC', 'Cy3'],
    {
      objective: { name: '10x', magnification: 10 },
      channels: [
        channel('DAPI', '#0000ff', 2.63),
        channel('FITC', '#00ff00', 14.29),
        channel('Cy3', '#ffff00', 208.03),
      ],
    },
  ],
  [
    'Leica SCN',
    'derived/tcga_as_leica.scn',
    0.5,
    [],
    { acquiredAt: '2012-01-01T00:00:00.00Z', instrument: 'Leica SCN400', objective: { magnification: 20 } },
  ],
  [
    'MetaMorph STK',
    'stk/MetamorphImage.stk',
    0.645,
    [],
    // As its tag DateTime, 2010:03:05 12:08:52.
    { acquiredAt: '2010-03-05T12:08:52.203', channels: [{ exposureMs: 300 }] },
  ],
  [
    'MetaMorph STK',
    'derived/hela_zstack15.stk',
    0.1,
    [],
    { acquiredAt: '2009-06-18T00:00:00.000', timeStepS: 1, channels: [] },
  ],
  [
    'MetaMorph TIFF',
    'timeseries/neurite_dual/experiment1_w1LED green_s31_t1.TIF',
    1.28,
    [],
    {
      acquiredAt: '2012-06-21T17:11:21.334',
      objective: { name: '10x planapo', numericalAperture: 0.45 },
      stagePosition: { x: 6244.9, y: -32224.9 },
      channels: [{ exposureMs: 400 }],
    },
  ],
  ['OME-TIFF', 'ome_tiff/cells-2c.ome.tif', 0.25, ['', ''], { zStepUm: 1 }],
  ['OME-TIFF', 'ihc_he/HE_example.tif', 0.5000799214486333, [''], null],
  ['ImageJ', 'timeseries/scratch_assay/WoundHealing_01.tif', 1_000_000 / 1_101_321, [], null],
  [
    'Zeiss CZI',
    'czi/mosaic_test.czi',
    1.0833333333333333,
    ['EGFP'],
    {
      acquiredAt: '2019-12-07T00:34:54.3773097Z',
      instrument: 'Axio Observer.Z1 / 7',
      zStepUm: 1,
      objective: { name: 'Plan-Apochromat 10x/0.45 M27', magnification: 10, numericalAperture: 0.45 },
      stagePosition: { x: 59892.178, y: 35091.215 },
      channels: [{ ...channel('EGFP', '#00ff5b', 75), fluorophore: 'EGFP', excitationNm: 488, emissionNm: 509 }],
    },
  ],
  [
    'Zeiss CZI',
    'czi/DAPI_GFP.czi',
    null,
    ['DAPI', 'GFP'],
    {
      channels: [
        { name: 'DAPI', color: '#0000ff' },
        { name: 'GFP', color: '#00ff00' },
      ],
    },
  ],
]

describeWithData('what real files say of microscope, exposure and scale is read as a second program reads it', () => {
  test.each(files)('%s: %s', async (_family, path, micrometres, names, metadata) => {
    const source = await openSource(dataPath(path), path, folder)
    await source.close()
    if (micrometres === null) expect(source.pixelSizeUm).toBeNull()
    else expect(source.pixelSizeUm?.x).toBeCloseTo(micrometres, 9)
    expect(source.channelNames).toEqual(names)
    if (metadata === null) expect(source.metadata ?? null).toBeNull()
    else expect(source.metadata).toEqual({ channels: [], ...metadata })
  })
})

test('MetaMorph counts days from midnight: 2,455,260 is the 5th of March 2010', async () => {
  const pixels = new Uint8Array(48)
  new Uint32Array(pixels.buffer).set([2_455_260, 43_732_203])
  const tags: TestTag[] = [
    [256, 8],
    [257, 6],
    [258, 8],
    [259, 1],
    [262, 1],
    [277, 1],
    [278, 6],
    [270, 'Exposure: 0.5 s'],
    // Identifier 16, created, is at byte 8, where the first strip of a test TIFF is.
    [33_628, [16, 8, 70_000, 0]],
  ]
  const path = join(folder, 'a.stk')
  await writeFile(path, writeTestTiff([{ tags, segments: [pixels] }]))
  const source = await openSource(path, 'a.stk', folder)
  await source.close()
  expect(source.metadata).toEqual({ acquiredAt: '2010-03-05T12:08:52.203', channels: [{ exposureMs: 500 }] })
})
