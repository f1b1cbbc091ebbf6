/** `npm run formats`: writes docs/formats.md from what the decoders make of the test images. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowedExtensions } from '@lamella/shared/contract'
import { decodeCatalogue, hasCataloguedSize, type Outcome } from './catalogue.ts'

const folder = await mkdtemp(join(tmpdir(), 'lamella-formats-'))
const outcomes = await decodeCatalogue(folder)
await rm(folder, { recursive: true, force: true })

const shown = ({ image }: Outcome): string => {
  if (!image) return ''
  const { width, height, sampleFormat, bitDepth, photometric, channels, timePoints, zPlanes, scenes } = image
  const counts = [
    [channels, 'channels'],
    [timePoints, 'time points'],
    [zPlanes, 'Z planes'],
    [scenes, 'scenes'],
  ] as const
  const several = counts.filter(([count]) => count > 1).map(([count, noun]) => `, ${count} ${noun}`)
  return `${width} × ${height}, ${sampleFormat}${bitDepth} ${photometric === 'rgb' ? 'RGB' : 'grey'}${several.join('')}`
}

const variantOf = ({ format, compression, dtype }: Outcome): string =>
  [format || 'unknown', compression && `compression ${compression}`, dtype].filter(Boolean).join(', ')

const text = (cell: string) => cell.replaceAll('|', '\\|')

/** One line per family that was recognised and variant of the catalogue, with one of its files. */
const readTable = (): string[] => {
  const groups = Map.groupBy(
    outcomes.filter(({ image }) => image),
    (outcome) => `${outcome.image?.format}\t${variantOf(outcome)}`,
  )
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, files]) => {
      const [family = '', variant = ''] = key.split('\t')
      const [first] = files
      return `| ${family} | ${text(variant)} | ${files.length} | \`${first?.path}\` | ${first ? shown(first) : ''} |`
    })
}

const refusedTable = (): string[] => {
  const refused = outcomes.filter(({ image }) => !image)
  return [...Map.groupBy(refused, ({ sentence }) => sentence)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([sentence, files]) => `| ${text(sentence)} | ${files.length} | \`${files[0]?.path}\` |`)
}

const otherSize = outcomes.filter((outcome) => !hasCataloguedSize(outcome))

const page = `# Formats

Made by \`npm run formats\` from the real images of CATALOGUE.tsv, which are not part of the repository (${outcomes.length} files). Each was decoded as an upload is. Whether its colours and values are
those of a second decoder is tested in \`server/src/imaging/second-decoder.test.ts\` and beside the decoders.

Accepted extensions: ${allowedExtensions.TwoDimensions.join(', ')}. What a file is, its content decides.

## Read

| family | variant | files | one of them | shown as |
| --- | --- | --- | --- | --- |
${readTable().join('\n')}

## Refused

| sentence | files | one of them |
| --- | --- | --- |
${refusedTable().join('\n')}

## Of another size than the catalogue says

${otherSize.length === 0 ? 'None.' : otherSize.map((outcome) => `- \`${outcome.path}\`: ${shown(outcome)}; catalogue: ${outcome.dims}`).join('\n')}

## Tested with written files only

| variant | test |
| --- | --- |
| CZI: scenes, Z stacks, ZSTD with and without separated bytes, JPEG sub-blocks | \`server/test/z-and-scenes.test.ts\`, \`server/src/imaging/sources/czi.test.ts\` |
| WebP in TIFF, JP2 and bare codestreams, old-style JPEG as a whole stream | \`server/src/imaging/sources/further-codecs.test.ts\` |
| JPEG 2000 in TIFF: 33003 with chrominance of half the width, missing tiles | \`server/src/imaging/sources/jpeg-2000.test.ts\` |
| OME-TIFF: sets of several files | \`server/src/imaging/sources/notes.test.ts\` |

## Stored, with a reason

VMIC and CTL are proprietary. CZI with JPEG XR, DICOM, OME-Zarr in an archive, GIF, WebP, HEIF and PDF are refused in words.
`
await writeFile(join(import.meta.dirname, '../../docs/formats.md'), page)
console.log(
  `docs/formats.md: ${outcomes.filter(({ image }) => image).length} read, ${outcomes.filter(({ image }) => !image).length} refused`,
)
