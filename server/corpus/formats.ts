/** `npm run formats`: writes docs/formats.md from what the decoders make of the test images. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeCatalogue } from './catalogue.ts'
import { formatsPage } from './formats-page.ts'
import { decodeWritten } from './written-outcomes.ts'

const folder = await mkdtemp(join(tmpdir(), 'lamella-formats-'))
try {
  const written = await decodeWritten(folder)
  const real = await decodeCatalogue(folder)
  await writeFile(join(import.meta.dirname, '../../docs/formats.md'), formatsPage(real, written))
  const read = real.filter(({ image }) => image).length
  console.log(`docs/formats.md: ${read} read, ${real.length - read} refused, ${written.length} written`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
