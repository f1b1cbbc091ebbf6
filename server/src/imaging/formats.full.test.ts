import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { dataPath, describeWithData } from '../../test/imaging-data.ts'
import type { ImageDescription, ImageKind } from './description.ts'
import { processImage } from './process-image.ts'

/** Real files of each format: path, image kind at upload, expected description. */
const files: [string, ImageKind, string][] = [
  ['wsi/CMU-1-Small-Region.svs', 'TwoDimensions', 'Aperio SVS 2220x2967 uint8 rgb c1 t1 z1 0.499 pyramid'],
  ['wsi/test3-DAPI-2-(387).ndpi', 'TwoDimensions', 'Hamamatsu NDPI 3968x4864 uint8 rgb c1 t1 z1 0.228 pyramid'],
  ['wsi/small_vectra.qptiff', 'MultiChannel', 'PerkinElmer QPTIFF 1920x1440 uint8 gray c3 t1 z1 0.497 DAPI FITC Cy3'],
  ['wsi/small_HE_levels.tiff', 'TwoDimensions', 'TIFF 300x250 uint8 rgb c1 t1 z1 - pyramid'],
  ['derived/tcga_as_leica.scn', 'TwoDimensions', 'Leica SCN 4440x3560 uint8 rgb c1 t1 z1 0.500 pyramid'],
  ['derived/hela_zstack15.stk', 'TwoDimensions', 'MetaMorph STK 356x404 uint16 gray c1 t1 z15 0.100'],
  ['derived/hela_zstack15.stk', 'TimeSeries', 'MetaMorph STK 356x404 uint16 gray c1 t15 z1 0.100'],
  ['stk/MetamorphImage.stk', 'TwoDimensions', 'MetaMorph STK 696x520 uint16 gray c1 t1 z1 0.645'],
  ['ome_tiff/4D-series.ome.tiff', 'TimeSeries', 'OME-TIFF 439x167 int8 gray c1 t7 z5 -'],
  ['ome_tiff/multi-channel.ome.tif', 'MultiChannel', 'OME-TIFF 439x167 int8 gray c3 t1 z1 -'],
  ['ome_tiff/cells-2c.ome.tif', 'MultiChannel', 'OME-TIFF 93x131 uint8 gray c2 t1 z1 0.250'],
  ['ome_tiff/cells.ome.tif', 'TwoDimensions', 'OME-TIFF 93x131 uint8 rgb c1 t1 z1 0.250'],
  ['ome_tiff/rgb.ome.tiff', 'MultiChannel', 'OME-TIFF 128x64 uint8 gray c3 t1 z1 - Red Green Blue'],
  ['ome_tiff/CH3_Fluorescence_8bit.tif', 'MultiChannel', 'ImageJ TIFF 275x272 uint8 gray c3 t1 z1 -'],
  ['czi/CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi', 'MultiChannel', 'Zeiss CZI 240x170 uint16 gray c2 t1 z5 -'],
  ['czi/CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi', 'TimeSeries', 'Zeiss CZI 240x170 uint16 gray c2 t3 z5 -'],
  ['czi/DAPI_GFP.czi', 'MultiChannel', 'Zeiss CZI 640x640 uint8 gray c2 t1 z1 - DAPI GFP'],
  ['czi/RGB-8bit.czi', 'TwoDimensions', 'Zeiss CZI 924x624 uint8 rgb c1 t1 z1 1.08'],
  ['czi/mosaic_test.czi', 'TwoDimensions', 'Zeiss CZI 1756x624 uint16 gray c1 t1 z1 1.08 EGFP'],
  ['czi/newCZI_compressed.czi', 'TwoDimensions', 'Zeiss CZI 512x512 uint16 gray c1 t1 z1 -'],
  ['czi/tiles_time_z.czi', 'TimeSeries', 'Zeiss CZI 512x512 uint8 gray c2 t2 z2 1.66 Ch1 T PMT'],
  ['geotiff/RGB.byte.tif', 'TwoDimensions', 'TIFF 791x718 uint8 rgb c1 t1 z1 -'],
  ['geotiff/alpha.tif', 'TwoDimensions', 'TIFF 1223x1223 uint8 rgb c1 t1 z1 -'],
  ['geotiff/cogeo.tif', 'TwoDimensions', 'TIFF 1024x1024 uint8 rgb c1 t1 z1 - pyramid'],
  ['geotiff/rgb_geotiff.tiff', 'TwoDimensions', 'TIFF 256x256 uint16 gray c3 t1 z1 - Red Green Blue'],
  ['ihc_he/HE_example.tif', 'TwoDimensions', 'OME-TIFF 1380x1484 uint8 rgb c1 t1 z1 0.500'],
  ['ihc_he/ihc.png', 'TwoDimensions', 'PNG 512x512 uint8 rgb c1 t1 z1 -'],
  ['raster_common/Landscape_8.jpg', 'TwoDimensions', 'JPEG 600x450 uint8 rgb c1 t1 z1 -'],
  ['raster_common/16-bit-grey-alpha.png', 'TwoDimensions', 'PNG 109x96 uint16 gray c1 t1 z1 -'],
  ['raster_common/pal4rle.bmp', 'TwoDimensions', 'BMP 127x64 uint8 rgb c1 t1 z1 -'],
  ['timeseries/scratch_assay/WoundHealing_01.tif', 'TwoDimensions', 'ImageJ TIFF 1376x1104 uint16 gray c1 t1 z1 0.908'],
]

function summary(description: ImageDescription): string {
  const { format, width, height, sampleFormat, bitDepth, photometric, channels, timePoints, zPlanes } = description
  const names = channels.map(({ name }) => name).filter((name) => name !== 'RGB' && !name.startsWith('Channel '))
  return [
    `${format} ${width}x${height} ${sampleFormat}${bitDepth} ${photometric} c${channels.length} t${timePoints} z${zPlanes}`,
    description.pixelSizeUm ? description.pixelSizeUm.x.toPrecision(3) : '-',
    ...names,
    ...(description.hasPyramid ? ['pyramid'] : []),
  ].join(' ')
}

describeWithData('D3-2-49 D3-2-50 D3-2-51 real files of each format', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lamella-formats-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(files)(
    '%s as %s: %s',
    async (path, kind, expected) => {
      const outputDir = await mkdtemp(join(folder, 'out-'))
      const description = await processImage({ source: dataPath(path), kind, originalName: basename(path), outputDir })
      expect(summary(description)).toBe(expected)
      expect(description.planes).toHaveLength(description.timePoints * description.channels.length)
    },
    60_000,
  )
})
