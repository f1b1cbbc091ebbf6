import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chunkSize, type Image } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import type { StartedUpload } from '../test/upload-client.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Pixels of the square section that tiles and processing are measured with. */
export const sectionSize = 20_000

export interface Section {
  path: string
  remove(): Promise<void>
}

/** A stained section of 20000² pixels as an uncompressed TIFF, 1.2 GB. */
export const makeSection = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-bench-picture-'))
  const path = join(folder, 'section.tif')
  await largeField({ path, width: sectionSize, height: sectionSize })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Sends a file of any size in parts. */
export const uploadFile = async (server: ServerUnderTest, path: string): Promise<StartedUpload> => {
  const file = await openAsBlob(path)
  const started = await server.client.start({ project: server.project, size: file.size })
  for (let start = 0; start < file.size; start += chunkSize) {
    const end = Math.min(file.size, start + chunkSize)
    const part = new Uint8Array(await file.slice(start, end).arrayBuffer())
    const answer = await server.client.put(started, `bytes ${start}-${end - 1}/${file.size}`, part)
    if (answer.status !== (end === file.size ? 201 : 308)) throw new Error(`A part was answered by ${answer.status}`)
  }
  return started
}

/** Waits until an uploaded image can be seen. @throws Error with what failed */
export const untilAvailable = async ({ client }: ServerUnderTest, { imageId }: StartedUpload): Promise<void> => {
  for (;;) {
    const { status, statusErrors } = await client.json<Image>(`/api/v1/images/${imageId}`)
    if (status === 'available') return
    if (status === 'processingFailed') throw new Error(statusErrors.join())
    await setTimeout(200)
  }
}

/** Adds a small image to the project of the bench, and waits until it is available: the model of copies. */
export const addModel = async ({ client, project }: ServerUnderTest): Promise<void> => {
  const picture = { create: { width: 400, height: 300, channels: 3 as const, background: '#884466' } }
  const file = await sharp(picture).png().toBuffer()
  const upload = await client.upload(file, { project, name: 'model.png', originalFilename: 'model.png' })
  for (;;) {
    const { status } = await client.json<Image>(`/api/v1/images/${upload.imageId}`)
    if (status === 'available') return
    await setTimeout(50)
  }
}
