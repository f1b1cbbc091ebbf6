import { allowedExtensions, type FileType } from '@lamella/shared/contract'
import type { ImageKind } from '../src/imaging/description.ts'
import { agrees } from './catalogued-size.ts'
import { readTable, refusedTable, shownAs, type TabledFile, writtenTable } from './format-tables.ts'

/** Tests with more variants of a family than one small file of each, by what they vary. */
export const furtherTests: [variants: string, tests: string[]][] = [
  [
    'CZI: mosaics, scenes, Z stacks, ZSTD with and without separated bytes, JPEG sub-blocks',
    ['server/test/z-and-scenes.test.ts', 'server/src/imaging/sources/czi.test.ts'],
  ],
  [
    'WebP in TIFF, JP2 and bare codestreams, old-style JPEG as a whole stream',
    ['server/src/imaging/sources/further-codecs.test.ts'],
  ],
  [
    'DICOM (written by pydicom): slides of full and sparse tiling, optical paths, focal planes; uncompressed, JPEG, JPEG 2000; frames of cameras; the files of one slide in an archive',
    ['server/src/imaging/sources/dicom.test.ts'],
  ],
  [
    'JPEG 2000 in TIFF: 33003 with chrominance of half the width, missing tiles',
    ['server/src/imaging/sources/jpeg-2000.test.ts'],
  ],
  ['OME-TIFF: single files of a set', ['server/src/imaging/sources/notes.test.ts']],
  [
    'OME-TIFF: the files of a set in one archive (tar, zip), with and without a companion, missing files; several files uploaded at once',
    ['server/src/imaging/sources/ome-set.test.ts', 'server/test/image-sets.test.ts'],
  ],
  [
    'OME-Zarr 0.4 (written by zarr-python) and 0.5 in a zip: uncompressed, Blosc, Zstandard, gzip, big-endian, Fortran order, shards, plates',
    ['server/src/imaging/sources/zarr.test.ts'],
  ],
  [
    'TIFF: orientations, planes, depths of 1 to 64 bits, predictors, palettes, tiles, damage',
    [
      'server/src/imaging/sources/tiff.test.ts',
      'server/src/imaging/sources/unusual-tiffs.test.ts',
      'server/src/imaging/tiff/unpack.test.ts',
      'server/test/bad-files.test.ts',
    ],
  ],
]

const kinds: Record<FileType & ImageKind, string> = {
  TwoDimensions: '2D',
  MultiChannel: 'multichannel',
  TimeSeries: 'time series',
}

const extensionLines = Object.entries(kinds).map(
  ([kind, name]) => `- ${name}: ${allowedExtensions[kind as FileType].join(', ')}`,
)

const disagreement = ({ path, image, dims }: TabledFile) =>
  `- \`${path}\`: ${image ? shownAs(image) : ''}; catalogue: ${dims}`

/** The text of docs/formats.md. @param real - by path; `written` are the images that every clone has */
export function formatsPage(real: readonly TabledFile[], written: Parameters<typeof writtenTable>[0]): string {
  const disagreeing = real.filter(({ image, size }) => image && !agrees(image, size))
  return `# Formats

Made by \`npm run formats\` from the real images of CATALOGUE.tsv, which are not part of the repository (${real.length} files), and from images that every clone has. Each was decoded as an
upload is. \`server/test/catalogue.full.test.ts\` and \`server/test/formats-page.test.ts\` do the same and compare with this page. Whether colours and values are
those of a second decoder is tested in \`server/src/imaging/second-decoder.full.test.ts\` and beside the decoders.

Accepted extensions:

${extensionLines.join('\n')}

What a file is, its content decides.

## Read: real files

| family | variant | files | one of them | shown as |
| --- | --- | --- | --- | --- |
${readTable(real).join('\n')}

## Read: files that every clone has

Written by \`server/corpus/written-samples.ts\`, or by other programs (\`server/test/fixtures\`): at least one of each family.

| family | variant | file | shown as |
| --- | --- | --- | --- |
${writtenTable(written).join('\n')}

“Whole-slide image” is a TIFF of over 4 GB in a vendor’s variant, such as NDPI, where the program \`vips\` with OpenSlide is installed
(\`server/src/imaging/sources/tiff.test.ts\`); without it such a file is refused in words.

## More variants

| variants | tests |
| --- | --- |
${furtherTests.map(([variants, tests]) => `| ${variants} | ${tests.map((test) => `\`${test}\``).join(', ')} |`).join('\n')}

## Refused: real files

| sentence | files | one of them |
| --- | --- | --- |
${refusedTable(real).join('\n')}

## Of other counts than the catalogue says

${disagreeing.map(disagreement).join('\n') || 'None.'}

## Stored, with a reason

VMIC and CTL are proprietary. CZI with JPEG XR, DICOM with other compressions (JPEG-LS, lossless JPEG, run lengths), other archives, GIF, WebP, JPEG XR, HEIF and PDF are refused in words.
`
}
