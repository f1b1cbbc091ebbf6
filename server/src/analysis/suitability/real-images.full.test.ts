import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { SuitabilityRequirements } from '@lamella/shared/contract'
import type { ImageKind } from '../../imaging/index.ts'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { assessSuitability } from './assess.ts'
import { kindFor, measureSuitability } from './measure.ts'

const data = process.env.LAMELLA_TEST_DATA ?? join(__dirname, '../../../../../shared/data')
const onRealData = existsSync(data) ? test : test.skip

jest.setTimeout(15 * 60_000)

/** All images take minutes: after a change of a limit, with LAMELLA_ALL_IMAGES=1. Otherwise those of some megapixels and a part of each set. */
const all = process.env.LAMELLA_ALL_IMAGES === '1'
const largestFile = all ? Number.POSITIVE_INFINITY : 2e6
const partOf = (files: string[]): string[] => files.filter((_file, index) => all || index % 8 === 0)

const filesIn = (folder: string): string[] =>
  readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(png|jpe?g|tiff?|bmp|svs|scn|ndpi|qptiff|czi|stk)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size <= largestFile)
    .map((file) => relative(data, file))
    .sort()

/** Verdict, or `unreadable` (by format or damage), or `format` for an image that `requires.photometric` refuses already. */
const verdictOf = async (file: string, kind: ImageKind, modality: SuitabilityRequirements['modality']) => {
  const folder = mkdtempSync(join(tmpdir(), 'suitability-'))
  try {
    const planes = await openOriginalPlanes(join(data, file), file, kind, folder)
    try {
      const isRgb = planes.samplesPerPixel === 3 && planes.type.bits === 8
      if (isRgb !== (modality === 'h-dab')) return 'format'
      const requirements = { modality, objectDiameterUm: 8 }
      return assessSuitability(await measureSuitability(planes, kindFor(requirements)), requirements).verdict
    } finally {
      await planes.close()
    }
  } catch {
    return 'unreadable'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sections = [
  'ihc_he/ihc.png',
  'ihc_truth/34_3_image.png',
  'ihc_truth/Bladder1_image.png',
  'ihc_truth/Lung1_image.png',
]
/** Pictures that are no sections and are not refused: a drawing in blue and brown, photographs, and a map with next to no stain (ADR 52). */
const notRefused = {
  'geotiff/alpha.tif': 'doubtful',
  'tiff_variants/sharp/uncompressed_tiff.tiff': 'doubtful',
  'ome_tiff/cells.ome.tif': 'doubtful',
  'tiff_variants/libtiffpic/off_luv24.tif': 'doubtful',
}
const folders = [
  'ihc_he',
  'ihc_truth',
  'he_truth',
  'wsi',
  'derived',
  'czi',
  'raster_common',
  'geotiff',
  'chest_xray',
  'ome_tiff',
  'tiff_variants',
  ...(all ? ['cellprofiler'] : []),
]

describe('H-DAB', () => {
  onRealData.each(folders)('of the real images in %s only the sections stained with DAB fit', async (folder) => {
    const found: Record<string, string> = {}
    for (const file of filesIn(folder)) {
      const verdict = await verdictOf(file, 'TwoDimensions', 'h-dab')
      if (!['refused', 'format', 'unreadable'].includes(verdict)) found[file] = verdict
    }
    const expected = { ...Object.fromEntries(sections.map((file) => [file, 'fits'])), ...notRefused }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([file]) => file.startsWith(`${folder}/`))),
    )
  })

  onRealData.each(['histology', 'brightfield_gray'])('all of nuclei_dsb2018/%s is refused', async (kind) => {
    const images = filesIn(`nuclei_dsb2018/${kind}`).filter((file) => file.endsWith('_image.png'))
    expect(images.length).toBeGreaterThan(10)
    const verdicts = new Set<string>()
    for (const file of partOf(images)) verdicts.add(await verdictOf(file, 'TwoDimensions', 'h-dab'))
    verdicts.delete('format')
    expect([...verdicts]).toEqual(['refused'])
  })
})

describe('Fluorescence', () => {
  onRealData('nuclei in fluorescence fit', async () => {
    const images = partOf(filesIn('nuclei_dsb2018/fluo').filter((file) => file.endsWith('_image.png')))
    const counts: Record<string, number> = {}
    for (const file of images) {
      const verdict = await verdictOf(file, 'MultiChannel', 'fluorescence')
      counts[verdict] = (counts[verdict] ?? 0) + 1
    }
    expect(counts.refused ?? 0).toBe(0)
    expect((counts.fits ?? 0) / images.length).toBeGreaterThan(0.95)
  })

  onRealData('label images, bright field and X-rays are refused', async () => {
    const labels = filesIn('nuclei_dsb2018/fluo').filter((file) => file.endsWith('_label.png'))
    const others = [
      ...partOf(partOf(labels)),
      ...partOf(filesIn('nuclei_dsb2018/brightfield_gray').filter((file) => file.endsWith('_image.png'))),
      ...partOf(filesIn('chest_xray')),
      ...sections,
    ]
    const found: Record<string, string> = {}
    for (const file of others) {
      const verdict = await verdictOf(file, 'MultiChannel', 'fluorescence')
      if (verdict !== 'refused') found[file] = verdict
    }
    expect(found).toEqual({})
  })
})
