import { crashed, decoderVersion, noSpace } from '../../imaging/index.ts'
import { canProcessAgain, failureTexts } from './processing-failures.ts'

const damaged = 'This file is cut off: it ends before its image does. Save or export it again and upload the new file.'

test.each([
  ['of the server', [failureTexts.serverError], true],
  ['of a full disk', [noSpace().message], true],
  ['of a full organisation', [failureTexts.noRoomForPictures], true],
  ['of a decoder that ended', [crashed(undefined).message], true],
  ['of the time', [failureTexts.tookTooLong], true],
  ['of too many attempts', ['This has failed too often within the last hour. Try it again in an hour.'], true],
  ['that nobody knows', [], true],
  ['of the file', [damaged], false],
])('another try after a failure %s can succeed: %s', (_, sentences, expected) => {
  const failed = { status: 'processingFailed', statusErrors: sentences, failedDecoder: decoderVersion } as const
  expect(canProcessAgain(failed)).toBe(expected)
})

test.each([null, decoderVersion - 1])('a later decoder than %s may read what failed then', (failedDecoder) => {
  expect(canProcessAgain({ status: 'processingFailed', statusErrors: [damaged], failedDecoder })).toBe(true)
})

test.each(['available', 'uploadFailed', 'processing'] as const)(
  'an image that is %s says nothing about it',
  (status) => {
    expect(canProcessAgain({ status, statusErrors: [], failedDecoder: null })).toBeUndefined()
  },
)
