/** The process that draws one sample picture: minutes of computing, which must not hold up the server. */
import '../platform/process/child-setup.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Parent, serveParent } from '../analysis/runtime/serve-parent.ts'
import { type DrawingTask, pictureFile, truthFile } from './messages.ts'
import { samplePictures } from './pictures.ts'
import { writePicture } from './write-picture.ts'

const draw = async ({ folder, pictureId }: DrawingTask, parent: Parent): Promise<void> => {
  const picture = samplePictures.find(({ id }) => id === pictureId)
  if (!picture) throw new Error(`There is no sample picture ${pictureId}`)
  const truth = await writePicture(join(folder, pictureFile), picture, (drawn) => parent.report({ drawn }))
  await writeFile(join(folder, truthFile), JSON.stringify({ ...picture, truth }))
}

serveParent(draw, () => false)
