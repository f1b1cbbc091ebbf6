import type { UploadItem } from '@lamella/shared/events'
import { uploadSummary } from './upload-summary.ts'

const lost = { status: 'added', waitsFor: 'file' } as const
const locked = { status: 'added', waitsFor: 'permission' } as const
const of = (status: UploadItem['status']) => ({ status, waitsFor: null })

test.each([
  ['D3-2-111', [of('uploading'), of('paused'), lost], 'uploading', 'Uploading 3 item(s)'],
  ['begins', [of('added'), of('queue')], 'uploading', 'Uploading 2 item(s)'],
  ['has failed', [of('error')], 'uploading', 'Uploading 1 item(s)'],
  ['all paused', [of('paused'), of('paused'), of('added'), of('complete')], 'paused', 'Uploads paused'],
  ['after a reload', [lost, locked, lost], 'interrupted', '3 uploads were interrupted'],
  ['after a reload, beside others', [of('complete'), of('paused'), lost], 'interrupted', '1 upload was interrupted'],
] as const)('%s', (_, items, activity, text) => {
  expect(uploadSummary(items)).toEqual({ activity, text })
})
