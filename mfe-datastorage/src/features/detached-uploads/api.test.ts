import type { FileUpload } from '@lamella/shared/contract'
import type { UploadItem } from '@lamella/shared/events'
import { detachedFrom } from './api.ts'

const record = (id: string, bytesWritten = 0): FileUpload => ({
  id,
  bytesWritten,
  created: '2026-11-20T10:00:00.000Z',
  modified: '2026-11-20T10:00:00.000Z',
  mimeType: 'image/*',
  originalFilename: `${id}.tif`,
  referenceId: `medium of ${id}`,
  size: 100,
  status: bytesWritten > 0 ? 'uploading' : 'pending',
  uploadSessionId: 'session',
})

const item = (changes: Partial<UploadItem>): UploadItem => ({
  id: 'item',
  uploadId: null,
  uploadSessionId: null,
  mediumId: null,
  projectId: 'project',
  name: 'a.tif',
  editedName: null,
  fileType: 'TwoDimensions',
  size: 100,
  doneBytes: 0,
  progress: 0,
  speed: null,
  timeRemaining: null,
  status: 'uploading',
  error: null,
  picture: null,
  waitsFor: null,
  ...changes,
})

describe('D3-2-123 detached uploads', () => {
  const records = [record('new'), record('begun', 50)]

  it.each([
    ['all without uploads of this page', [], ['new', 'begun']],
    ['none that this page uploads', [item({ uploadId: 'begun' })], ['new']],
    ['none that this page has announced', [item({ mediumId: 'medium of new' })], ['begun']],
    ['none whose announcement by this page was not answered', [item({ id: 'new', status: 'error' })], ['begun']],
    ['all while this page uploads something else', [item({ uploadId: 'other' })], ['new', 'begun']],
    ['all while an upload of this page waits for its turn', [item({ status: 'added' })], ['new', 'begun']],
    ['none without bytes while this page starts one', [item({ status: 'queue' })], ['begun']],
  ])('%s', (_, items, expected) => {
    expect(detachedFrom(records, items).map(({ id }) => id)).toEqual(expected)
  })
})
