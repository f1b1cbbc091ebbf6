import type { UploadItem } from '@lamella/shared/events'
import { totalsOf } from './totals.ts'

const item = (changes: Partial<UploadItem>): UploadItem => ({
  id: 'a',
  uploadId: null,
  uploadSessionId: null,
  mediumId: null,
  projectId: 'p',
  name: 'a.tif',
  editedName: null,
  fileType: 'TwoDimensions',
  size: 100,
  doneBytes: 0,
  progress: 0,
  speed: null,
  timeRemaining: null,
  status: 'added',
  error: null,
  picture: null,
  waitsFor: null,
  ...changes,
})

describe('totalsOf', () => {
  it('D3-2-84 of nothing is zero, and all of it is done', () => {
    expect(totalsOf([])).toEqual({
      totalBytes: 0,
      doneBytes: 0,
      progress: 100,
      timeRemaining: 0,
      speed: 0,
      failures: 0,
    })
  })

  it('D3-3-07 adds up items that are uploading, waiting or complete', () => {
    const items = [
      item({ status: 'uploading', doneBytes: 50, speed: 20 }),
      item({ status: 'complete', doneBytes: 100 }),
      item({ status: 'paused', doneBytes: 10 }),
      item({}),
    ]
    expect(totalsOf(items)).toEqual({
      totalBytes: 400,
      doneBytes: 160,
      progress: 40,
      timeRemaining: 12,
      speed: 20,
      failures: 0,
    })
  })

  it('D3-3-07 leaves out cancelled and failed items, and counts the failures', () => {
    const ended = [item({ status: 'cancelled', doneBytes: 70 }), item({ status: 'error' }), item({ status: 'error' })]
    expect(totalsOf([...ended, item({})])).toMatchObject({ totalBytes: 100, doneBytes: 0, failures: 2 })
  })

  it('of empty files has no undefined progress', () => {
    expect(totalsOf([item({ size: 0, status: 'uploading' })]).progress).toBe(0)
  })
})
